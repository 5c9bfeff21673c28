// Package v1 has the kind of a project in the layout of kubebuilder: a job that is created on a schedule.
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/scheme"
)

var (
	// GroupVersion is that of this package.
	GroupVersion = schema.GroupVersion{Group: "batch.judge.example", Version: "v1"}
	builder      = &scheme.Builder{GroupVersion: GroupVersion}
	// AddToScheme adds the kinds of this package.
	AddToScheme = builder.AddToScheme
)

func init() {
	builder.Register(&Recurring{}, &RecurringList{})
}

// RecurringSpec is what the user asks for.
type RecurringSpec struct {
	EveryMinutes int32  `json:"everyMinutes"`
	Image        string `json:"image,omitempty"`
	Suspend      *bool  `json:"suspend,omitempty"`
}

// RecurringStatus is what the controller has seen.
type RecurringStatus struct {
	Active     []corev1.ObjectReference `json:"active,omitempty"`
	Conditions []metav1.Condition       `json:"conditions,omitempty"`
}

// Recurring is a job that is created on a schedule.
type Recurring struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   RecurringSpec   `json:"spec"`
	Status RecurringStatus `json:"status,omitempty"`
}

// RecurringList is a list of them.
type RecurringList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Recurring `json:"items"`
}

// DeepCopyInto copies the receiver.
func (in *Recurring) DeepCopyInto(out *Recurring) {
	*out = *in
	in.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	if in.Spec.Suspend != nil {
		suspend := *in.Spec.Suspend
		out.Spec.Suspend = &suspend
	}
	out.Status.Active = append([]corev1.ObjectReference(nil), in.Status.Active...)
	out.Status.Conditions = nil
	for _, condition := range in.Status.Conditions {
		out.Status.Conditions = append(out.Status.Conditions, *condition.DeepCopy())
	}
}

// DeepCopyObject copies the receiver.
func (in *Recurring) DeepCopyObject() runtime.Object {
	out := &Recurring{}
	in.DeepCopyInto(out)
	return out
}

// DeepCopyObject copies the receiver.
func (in *RecurringList) DeepCopyObject() runtime.Object {
	out := &RecurringList{TypeMeta: in.TypeMeta}
	in.ListMeta.DeepCopyInto(&out.ListMeta)
	for index := range in.Items {
		var item Recurring
		in.Items[index].DeepCopyInto(&item)
		out.Items = append(out.Items, item)
	}
	return out
}
