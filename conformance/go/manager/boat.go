// Package manager is a controller as controller-runtime's users write them, and webhooks.
package manager

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const finalizer = "judge.example/finalizer"

// Boat is a custom resource with a status.
type Boat struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              BoatSpec   `json:"spec,omitempty"`
	Status            BoatStatus `json:"status,omitempty"`
}

// BoatSpec is what is wanted of a boat.
type BoatSpec struct {
	Crew int `json:"crew,omitempty"`
}

// BoatStatus is what a boat is.
type BoatStatus struct {
	Ready bool `json:"ready,omitempty"`
}

// DeepCopyObject copies a boat.
func (b *Boat) DeepCopyObject() runtime.Object {
	copied := *b
	b.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	return &copied
}

// BoatList is a list of boats.
type BoatList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Boat `json:"items"`
}

// DeepCopyObject copies a list and its boats.
func (l *BoatList) DeepCopyObject() runtime.Object {
	copied := *l
	copied.Items = make([]Boat, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = *l.Items[i].DeepCopyObject().(*Boat)
	}
	return &copied
}

// boatReconciler creates a deployment for every boat, and removes the finalizer of a deleted boat.
type boatReconciler struct {
	client.Client
}

func (r *boatReconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var boat Boat
	if err := r.Get(ctx, request.NamespacedName, &boat); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !boat.DeletionTimestamp.IsZero() {
		if controllerutil.RemoveFinalizer(&boat, finalizer) {
			return ctrl.Result{}, r.Update(ctx, &boat)
		}
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(&boat, finalizer) {
		return ctrl.Result{}, r.Update(ctx, &boat)
	}
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: boat.Namespace, Name: boat.Name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, deployment, func() error {
		labels, none := map[string]string{"boat": boat.Name}, int32(0)
		deployment.Spec.Replicas = &none
		deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
		deployment.Spec.Template.Labels = labels
		if len(deployment.Spec.Template.Spec.Containers) == 0 {
			deployment.Spec.Template.Spec.Containers = []corev1.Container{{Name: "c", Image: "i"}}
		}
		return controllerutil.SetControllerReference(&boat, deployment, r.Scheme())
	}); err != nil {
		return ctrl.Result{}, err
	}
	if boat.Status.Ready {
		return ctrl.Result{}, nil
	}
	before := boat.DeepCopyObject().(*Boat)
	boat.Status.Ready = true
	return ctrl.Result{}, r.Status().Patch(ctx, &boat, client.MergeFrom(before))
}
