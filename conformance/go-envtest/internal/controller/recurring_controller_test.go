package controller

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/envtest"

	judgev1 "pinnace/envtest/api/v1"
)

const (
	namespace = "recurring"
	timeout   = 60 * time.Second
	interval  = 100 * time.Millisecond
)

var _ = Describe("Recurring", Ordered, func() {
	recurring := &judgev1.Recurring{
		ObjectMeta: metav1.ObjectMeta{Name: "report", Namespace: namespace},
		Spec:       judgev1.RecurringSpec{EveryMinutes: 5},
	}

	BeforeAll(func() {
		// As kubebuilder writes it: a cluster-scoped object with a namespace.
		Expect(k8sClient.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace, Namespace: namespace}})).To(Succeed())
	})

	It("rejects what the schema does not allow", func() {
		wrong := recurring.DeepCopyObject().(*judgev1.Recurring)
		wrong.Spec.EveryMinutes = 0
		err := k8sClient.Create(ctx, wrong)
		Expect(apierrors.IsInvalid(err)).To(BeTrue(), "%v", err)
	})

	It("fills in defaults, and becomes available", func() {
		Expect(k8sClient.Create(ctx, recurring)).To(Succeed())
		Expect(recurring.Spec.Image).To(Equal("registry.example/task"))
		Eventually(func(g Gomega) {
			var found judgev1.Recurring
			g.Expect(k8sClient.Get(ctx, client.ObjectKeyFromObject(recurring), &found)).To(Succeed())
			g.Expect(found.Status.Conditions).To(HaveLen(1))
		}, timeout, interval).Should(Succeed())
	})

	It("counts the active jobs that it owns", func() {
		job := &batchv1.Job{
			ObjectMeta: metav1.ObjectMeta{Name: "report-1", Namespace: namespace},
			Spec: batchv1.JobSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
				Containers:    []corev1.Container{{Name: "task", Image: "registry.example/task"}},
				RestartPolicy: corev1.RestartPolicyOnFailure,
			}}},
		}
		Expect(controllerutil.SetControllerReference(recurring, job, scheme.Scheme)).To(Succeed())
		Expect(k8sClient.Create(ctx, job)).To(Succeed())
		now := metav1.Now()
		job.Status.StartTime = &now
		job.Status.Active = 2
		Expect(k8sClient.Status().Update(ctx, job)).To(Succeed())
		Eventually(func(g Gomega) {
			var found judgev1.Recurring
			g.Expect(k8sClient.Get(ctx, client.ObjectKeyFromObject(recurring), &found)).To(Succeed())
			g.Expect(found.Status.Active).To(HaveLen(1))
			g.Expect(found.Status.Active[0].Name).To(Equal("report-1"))
		}, timeout, interval).Should(Succeed())
	})

	It("has a user with fewer permissions", func() {
		user, err := testEnv.AddUser(envtest.User{Name: "jane", Groups: []string{"devs"}}, nil)
		Expect(err).NotTo(HaveOccurred())
		asJane, err := client.New(user.Config(), client.Options{Scheme: scheme.Scheme})
		Expect(err).NotTo(HaveOccurred())
		err = asJane.Get(ctx, client.ObjectKeyFromObject(recurring), &judgev1.Recurring{})
		Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
	})
})
