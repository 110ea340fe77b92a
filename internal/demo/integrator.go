package demo

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// integrator plays another system: a shop that sends its customers' messages to the
// inbox and receives the agents' replies. It uses the service's HTTP interface only,
// as any integrator does.
type integrator struct {
	listener net.Listener
	server   *http.Server
	// cert is its self-signed certificate in PEM, which the service trusts.
	cert []byte
	out  *journal

	inboundURL, key string

	mu       sync.Mutex
	answered map[string]bool // webhook-id → already answered
}

// newIntegrator listens on a loopback port, 0 for a free one, with a new
// certificate.
func newIntegrator(port int, out io.Writer) (*integrator, error) {
	cert, certPEM, err := selfSigned()
	if err != nil {
		return nil, fmt.Errorf("creating the sample integrator's certificate: %w", err)
	}
	listener, err := tls.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), &tls.Config{Certificates: []tls.Certificate{cert}})
	if err != nil {
		return nil, fmt.Errorf("listening for the sample integrator: %w", err)
	}
	in := &integrator{listener: listener, cert: certPEM, out: &journal{to: out}, answered: make(map[string]bool)}
	in.server = &http.Server{Handler: http.HandlerFunc(in.receive), ReadTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	go in.server.Serve(listener)
	return in, nil
}

func (in *integrator) close() { in.server.Close() }

func (in *integrator) port() int { return in.listener.Addr().(*net.TCPAddr).Port }

func (in *integrator) url() string { return "https://" + in.listener.Addr().String() + "/events" }

// event is an outbound event in the envelope of Form B, or Form A's reply. Other calls,
// such as pings, have a type.
type event struct {
	Type           string         `json:"type"`
	Event          string         `json:"event"`
	ConversationID string         `json:"conversationId"`
	Content        string         `json:"content"`
	Data           map[string]any `json:"data"`
}

// receive prints an event, and has the customer answer a reply once.
func (in *integrator) receive(w http.ResponseWriter, r *http.Request) {
	var e event
	if err := json.NewDecoder(io.LimitReader(r.Body, 1<<20)).Decode(&e); err != nil {
		// With 400 svcx would give up after three attempts.
		http.Error(w, "not understood", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
	if e.Type != "" {
		return
	}
	if e.Event == "" {
		e.Event, e.Data = "message.created", map[string]any{"content": e.Content}
	}
	in.out.say("  integrator received %s for conversation %s %s\n", e.Event, e.ConversationID, describe(e))

	id := r.Header.Get("webhook-id")
	in.mu.Lock()
	repeat := in.answered[id]
	in.answered[id] = true
	in.mu.Unlock()
	if e.Event == "message.created" && !repeat {
		go in.thank(e.ConversationID, id)
	}
}

func describe(e event) string {
	if content, ok := e.Data["content"].(string); ok {
		return fmt.Sprintf("%q", content)
	}
	if status, ok := e.Data["status"].(string); ok {
		return "(now " + status + ")"
	}
	return ""
}

// thank sends the customer's answer to a reply.
func (in *integrator) thank(conversation, webhookID string) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	m := message{ID: "thanks-" + webhookID, Conversation: conversation, Content: "Thank you, that helps!", customer: customerOf(conversation)}
	if err := in.send(ctx, m); err != nil {
		in.out.say("  integrator could not send: %v\n", err)
		return
	}
	in.out.say("  integrator sent the customer's answer in conversation %s\n", conversation)
}

// sender has a longer timeout than the inbox has for its database.
var sender = &http.Client{Timeout: 30 * time.Second}

// send posts a customer's message to the channel (W 4.1).
func (in *integrator) send(ctx context.Context, m message) error {
	body, err := json.Marshal(map[string]any{
		"messageId": m.ID, "conversationId": m.Conversation, "content": m.Content, "subject": m.Subject,
		"from": map[string]string{"externalId": m.customer.id, "name": m.customer.name, "email": m.customer.email},
	})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, in.inboundURL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("x-svcx-api-key", in.key)
	resp, err := sender.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the inbox answered %s", resp.Status)
	}
	return nil
}

// selfSigned creates a certificate for the loopback address.
func selfSigned() (tls.Certificate, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "svcx sample integrator"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(1, 0, 0),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), nil
}
