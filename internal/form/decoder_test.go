package form_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/form"
)

// decoders returns a form's decoders of bodies by name: functions and methods Decode…
// that take a body and possibly a check of URLs.
func decoders(f *form.Form) map[string]func([]byte) []reflect.Value {
	found := make(map[string]func([]byte) []reflect.Value)
	add := func(name string, fn reflect.Value) {
		if !strings.HasPrefix(name, "Decode") || fn.Kind() != reflect.Func || fn.IsNil() {
			return
		}
		t := fn.Type()
		urls := reflect.ValueOf(func(string) error { return nil })
		switch {
		case t.NumIn() == 0 || t.In(0) != reflect.TypeFor[[]byte]():
		case t.NumIn() == 1:
			found[name] = func(body []byte) []reflect.Value { return fn.Call([]reflect.Value{reflect.ValueOf(body)}) }
		case t.NumIn() == 2 && t.In(1) == urls.Type():
			found[name] = func(body []byte) []reflect.Value { return fn.Call([]reflect.Value{reflect.ValueOf(body), urls}) }
		}
	}
	v := reflect.ValueOf(f)
	for i := range v.NumMethod() {
		add(v.Type().Method(i).Name, v.Method(i))
	}
	for i := range v.Elem().NumField() {
		add(v.Elem().Type().Field(i).Name, v.Elem().Field(i))
	}
	return found
}

// For any input, a decoder returns a value that can be stored or a validation error
// that names the field (D 5). Decoded text has no NUL and no invalid UTF-8 (D 2).
func FuzzDecoders(f *testing.F) {
	for _, body := range []string{
		`{}`, `{"subject":"s","contactId":1,"assignedTo":null,"channelId":7}`, `{"subject":"s","contactId":"1","assignedTo":"2"}`,
		`{"content":"c","contentType":"html","author":{"name":"n","email":"e@example.com","type":"bot"},"ai":true}`,
		`{"content":"c","attachment":{"url":"https://example.com/a","filename":"f"}}`, `{"externalId":"x","name":"n","email":"e@example.com","tags":["a"]}`,
		`{"name":"n","scopes":["messages:read"]}`, `{"rating":5.0,"comment":"c","ratedBy":"r"}`, `{"role":"cc","name":"\u0000\ud800"}`, `{"content":"a\u0000b"}`,
		`{"name":"n","color":"red","position":1e0}`, `{"key":"k","name":"n","type":"select","options":["a","b"],"required":true}`,
		`{"fields":{"a":1,"b":"2","c":null,"d":[1],"e":1e400}}`, `{"name":"n","settings":{"pollInterval":1},"defaults":{"categoryId":1,"fields":{}}}`,
		`{"channelId":1,"conversations":[{"externalId":"x","contact":{"externalId":"y"},"createdAt":"2024-01-01"}]}`,
		`{"channelId":1,"messages":[{"conversationExternalId":"x","content":"c","authorType":"api"},null]}`,
		"{\"content\":\"\xff\"}", `{"subject":"s"}x`, `[`, ``, `null`,
	} {
		f.Add([]byte(body))
	}
	all := []map[string]func([]byte) []reflect.Value{decoders(forms.A), decoders(forms.B)}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, some := range all {
			for name, decode := range some {
				results := decode(body)
				err, _ := results[len(results)-1].Interface().(error)
				if err != nil {
					var e *svcx.Error
					if !errors.As(err, &e) || e.Kind != svcx.KindValidation && e.Kind != svcx.KindUnprocessable || e.Field == "" || e.Message == "" {
						t.Errorf("%s: %#v has no field or message", name, err)
					}
					continue
				}
				for _, r := range results[:len(results)-1] {
					if s, ok := unstorable(r); ok {
						t.Errorf("%s: %q cannot be stored", name, s)
					}
				}
			}
		}
	})
}

// unstorable finds a string in the value that a database would reject.
func unstorable(v reflect.Value) (string, bool) {
	switch v.Kind() {
	case reflect.String:
		s := v.String()
		return s, !storable(s)
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return unstorable(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			if s, ok := unstorable(v.Index(i)); ok {
				return s, true
			}
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			if s, ok := unstorable(k); ok {
				return s, true
			}
			if s, ok := unstorable(v.MapIndex(k)); ok {
				return s, true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if s, ok := unstorable(v.Field(i)); ok {
				return s, true
			}
		}
	}
	return "", false
}
