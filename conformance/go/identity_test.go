package conformance

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"testing"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/certificate"
	"k8s.io/client-go/util/certificate/csr"
	"k8s.io/client-go/util/keyutil"
)

func whoAmI(ctx context.Context, config *rest.Config) authenticationv1.UserInfo {
	reviews := kubernetes.NewForConfigOrDie(config).AuthenticationV1().SelfSubjectReviews()
	return must(reviews.Create(ctx, &authenticationv1.SelfSubjectReview{}, metav1.CreateOptions{})).Status.UserInfo
}

func TestServiceAccountToken(t *testing.T) {
	namespace, client, ctx := newNamespace(t), clientset(t), within(t, 30*time.Second)
	request := must(client.CoreV1().ServiceAccounts(namespace).CreateToken(ctx, "default", &authenticationv1.TokenRequest{}, metav1.CreateOptions{}))
	config := rest.AnonymousClientConfig(protobufConfig(t))
	config.BearerToken = request.Status.Token
	user := "system:serviceaccount:" + namespace + ":default"
	if got := whoAmI(ctx, config).Username; got != user {
		t.Errorf("token of %s", got)
	}
	maps := kubernetes.NewForConfigOrDie(config).CoreV1().ConfigMaps(namespace)
	if _, err := maps.List(ctx, metav1.ListOptions{}); !errors.IsForbidden(err) {
		t.Errorf("before: %v", err)
	}
	role := &rbacv1.Role{
		ObjectMeta: metav1.ObjectMeta{Name: "r"},
		Rules:      []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"list"}}},
	}
	must(client.RbacV1().Roles(namespace).Create(ctx, role, metav1.CreateOptions{}))
	must(client.RbacV1().RoleBindings(namespace).Create(ctx, &rbacv1.RoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: "r"},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: "r"},
		Subjects:   []rbacv1.Subject{{Kind: "ServiceAccount", Name: "default", Namespace: namespace}},
	}, metav1.CreateOptions{}))
	eventually(t, "allowed", func(ctx context.Context) bool {
		_, err := maps.List(ctx, metav1.ListOptions{})
		return err == nil
	})
	review := must(client.AuthorizationV1().SubjectAccessReviews().Create(ctx, &authorizationv1.SubjectAccessReview{
		Spec: authorizationv1.SubjectAccessReviewSpec{
			User:               user,
			ResourceAttributes: &authorizationv1.ResourceAttributes{Namespace: namespace, Verb: "list", Resource: "configmaps"},
		},
	}, metav1.CreateOptions{}))
	if !review.Status.Allowed {
		t.Errorf("review: %+v", review.Status)
	}
}

func TestImpersonation(t *testing.T) {
	config := protobufConfig(t)
	config.Impersonate = rest.ImpersonationConfig{UserName: "jane", UID: "7", Groups: []string{"devs"}, Extra: map[string][]string{"Scope/x": {"1"}}}
	got := whoAmI(within(t, 10*time.Second), config)
	if got.Username != "jane" || got.UID != "7" || got.Groups[0] != "devs" || len(got.Extra["scope/x"]) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestLeaderElection(t *testing.T) {
	namespace, client, ctx := newNamespace(t), clientset(t), within(t, 30*time.Second)
	leaders := make(chan string, 4)
	run := func(ctx context.Context, identity string) {
		lock := must(resourcelock.New(resourcelock.LeasesResourceLock, namespace, "lead", client.CoreV1(), client.CoordinationV1(), resourcelock.ResourceLockConfig{Identity: identity}))
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock: lock, ReleaseOnCancel: true, LeaseDuration: 5 * time.Second, RenewDeadline: 4 * time.Second, RetryPeriod: 200 * time.Millisecond,
			Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) { leaders <- identity }, OnStoppedLeading: func() {}},
		})
	}
	first, stop := context.WithCancel(ctx)
	go run(first, "one")
	if got := <-leaders; got != "one" {
		t.Fatal(got)
	}
	go run(ctx, "two")
	stop()
	if got := <-leaders; got != "two" {
		t.Fatal(got)
	}
}

func TestEventSeries(t *testing.T) {
	namespace, client, ctx := newNamespace(t), clientset(t), within(t, 30*time.Second)
	subject := must(client.CoreV1().ConfigMaps(namespace).Create(ctx, configMap("subject"), metav1.CreateOptions{}))
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()})
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		t.Fatal(err)
	}
	recorder := broadcaster.NewRecorder(scheme.Scheme, "judge.example/recorder")
	eventually(t, "a series", func(ctx context.Context) bool {
		recorder.Eventf(subject, nil, corev1.EventTypeWarning, "Reason", "Action", "note")
		list, err := client.EventsV1().Events(namespace).List(ctx, metav1.ListOptions{FieldSelector: "reason=Reason"})
		return err == nil && len(list.Items) == 1 && list.Items[0].Series != nil
	})
}

func approve(ctx context.Context, client kubernetes.Interface, request *certificatesv1.CertificateSigningRequest) error {
	request.Status.Conditions = append(request.Status.Conditions, certificatesv1.CertificateSigningRequestCondition{
		Type: certificatesv1.CertificateApproved, Status: corev1.ConditionTrue, Reason: "Judge",
	})
	_, err := client.CertificatesV1().CertificateSigningRequests().UpdateApproval(ctx, request.Name, request, metav1.UpdateOptions{})
	return err
}

func TestCertificate(t *testing.T) {
	client, ctx := clientset(t), within(t, 30*time.Second)
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	pem := must(cert.MakeCSR(key, &pkix.Name{CommonName: "carol", Organization: []string{"devs"}}, nil, nil))
	usages := []certificatesv1.KeyUsage{certificatesv1.UsageDigitalSignature, certificatesv1.UsageClientAuth}
	name, uid, err := csr.RequestCertificateWithContext(ctx, client, pem, "", certificatesv1.KubeAPIServerClientSignerName, nil, usages, key)
	if err != nil {
		t.Fatal(err)
	}
	requests := client.CertificatesV1().CertificateSigningRequests()
	if err := approve(ctx, client, must(requests.Get(ctx, name, metav1.GetOptions{}))); err != nil {
		t.Fatal(err)
	}
	config := rest.AnonymousClientConfig(protobufConfig(t))
	config.CertData = must(csr.WaitForCertificate(ctx, client, name, uid))
	config.KeyData = must(keyutil.MarshalPrivateKeyToPEM(key))
	if got := whoAmI(ctx, config); got.Username != "carol" || got.Groups[0] != "devs" {
		t.Errorf("%+v", got)
	}
}

func TestCertificateManager(t *testing.T) {
	client, directory := clientset(t), t.TempDir()
	signer := certificatesv1.KubeAPIServerClientKubeletSignerName
	manager := must(certificate.NewManager(&certificate.Config{
		ClientsetFn: func(*tls.Certificate) (kubernetes.Interface, error) { return client, nil },
		GetTemplate: func() *x509.CertificateRequest {
			return &x509.CertificateRequest{Subject: pkix.Name{CommonName: "system:node:n1", Organization: []string{"system:nodes"}}}
		},
		SignerName: signer,
		GetUsages: func(any) []certificatesv1.KeyUsage {
			return []certificatesv1.KeyUsage{certificatesv1.UsageDigitalSignature, certificatesv1.UsageClientAuth}
		},
		CertificateStore: must(certificate.NewFileStore("judge", directory, directory, "", "")),
	}))
	manager.Start()
	defer manager.Stop()
	eventually(t, "a certificate", func(ctx context.Context) bool {
		list := must(client.CertificatesV1().CertificateSigningRequests().List(ctx, metav1.ListOptions{FieldSelector: "spec.signerName=" + signer}))
		for _, request := range list.Items {
			if len(request.Status.Conditions) == 0 {
				_ = approve(ctx, client, &request)
			}
		}
		return manager.Current() != nil
	})
}
