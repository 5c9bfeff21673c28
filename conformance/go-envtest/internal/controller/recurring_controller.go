// Package controller has a controller in the layout of kubebuilder: it counts the jobs that it owns.
package controller

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	judgev1 "pinnace/envtest/api/v1"
)

const jobOwnerKey = ".metadata.controller"

// RecurringReconciler writes the active jobs of a Recurring into its status.
type RecurringReconciler struct {
	client.Client
	Scheme *runtime.Scheme
}

// Reconcile moves the status of one object to what its jobs are.
func (r *RecurringReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var recurring judgev1.Recurring
	if err := r.Get(ctx, req.NamespacedName, &recurring); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var jobs batchv1.JobList
	if err := r.List(ctx, &jobs, client.InNamespace(req.Namespace), client.MatchingFields{jobOwnerKey: req.Name}); err != nil {
		return ctrl.Result{}, err
	}
	recurring.Status.Active = nil
	for _, job := range jobs.Items {
		if job.Status.Active > 0 {
			recurring.Status.Active = append(recurring.Status.Active, corev1.ObjectReference{Name: job.Name, Namespace: job.Namespace})
		}
	}
	meta.SetStatusCondition(&recurring.Status.Conditions, metav1.Condition{
		Type: "Available", Status: metav1.ConditionTrue, Reason: "Reconciled", Message: "the jobs were counted",
	})
	return ctrl.Result{}, r.Status().Update(ctx, &recurring)
}

// SetupWithManager adds the controller and its index.
func (r *RecurringReconciler) SetupWithManager(mgr ctrl.Manager) error {
	index := func(object client.Object) []string {
		owner := metav1.GetControllerOf(object)
		if owner == nil || owner.Kind != "Recurring" {
			return nil
		}
		return []string{owner.Name}
	}
	if err := mgr.GetFieldIndexer().IndexField(context.Background(), &batchv1.Job{}, jobOwnerKey, index); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&judgev1.Recurring{}).Owns(&batchv1.Job{}).Named("recurring").Complete(r)
}
