package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Fault 1.4 and similar ones: malformed settings were noticed only after a database had
// been created, with exit code 1, or not named. Here are values of each setting that
// are accepted and refused.
var settingValues = map[string]struct{ right, wrong []string }{
	"SVCX_ADDR":         {[]string{":0", "127.0.0.1:8080", "[::1]:http"}, []string{"8080", "127.0.0.1", "127.0.0.1:", "localhost:99999", "[::1:80", "a:b:c"}},
	"SVCX_METRICS_ADDR": {[]string{":9090", "127.0.0.1:9090", "[::1]:http"}, []string{"9090", "127.0.0.1", "127.0.0.1:", "localhost:99999", "[::1:80"}},
	"SVCX_BASE_URL":     {[]string{"https://inbox.example.com", "HTTP://Inbox.example.com:8080/", "https://bücher.example"}, []string{"inbox.example.com", "https://inbox.example.com/inbox", "https://a@inbox.example.com", "https://inbox.example.com/?a=b", "ftp://inbox.example.com", "https://:443"}},
	"SVCX_DATABASE_URL": {[]string{"postgres://svcx:secret@db.example.com/svcx", "postgresql://db.example.com:5433/svcx?sslmode=disable", "host=db.example.com dbname=svcx"},
		[]string{"mysql://db.example.com/svcx", "postgres://db.example.com:port/svcx", "postgres://svcx:hunter2@db.example.com/svcx?sslmode=maybe", "svcx", "postgres://db:99999/x"}},
	"SVCX_DATABASE_MAX_CONNS":      {[]string{"4", "16", "400"}, []string{"3", "-1", "many", "1.5", "99999999999999999999"}},
	"SVCX_REDIS_URL":               {[]string{"redis://redis.example.com:6379/0", "rediss://:secret@redis.example.com", "unix:///run/redis.sock"}, []string{"redis.example.com:6379", "http://redis.example.com", "redis://:hunter2@redis.example.com/db", "redis://a/1/2", "redis"}},
	"SVCX_AUTO_MIGRATE":            {[]string{"true", "false", "0"}, []string{"maybe", "2", "ja", "tru", "-"}},
	"SVCX_DEFAULT_FORM":            {[]string{"A", "B"}, []string{"C", "a", "AB", "1", "-"}},
	"SVCX_ADMIN_EMAIL":             {[]string{"admin@localhost", "ann@example.com", "a.b+c@mail.example.com"}, []string{"nobody", "@example.com", "a@", "a b@example.com", "a@b@c"}},
	"SVCX_RATE_LIMIT":              {[]string{"0", "1", "1000"}, []string{"-1", "lots", "1.5", "1e3", "99999999999999999999"}},
	"SVCX_MAGIC_LINK_RATE_LIMIT":   {[]string{"0", "1", "1000"}, []string{"-1", "lots", "1.5", "1e3", "99999999999999999999"}},
	"SVCX_TRUSTED_PROXIES":         {[]string{"10.0.0.0/8", "10.0.0.1,fd00::/8", "::1"}, []string{"10.0.0.0/33", "proxy.example.com", "10.0.0", "10.0.0.0/8,x", "fe80::1%eth0"}},
	"SVCX_OUTBOUND_ALLOW_CIDRS":    {[]string{"127.0.0.0/8", "10.0.0.0/8,fd00::/8", "192.168.1.7/32"}, []string{"10.0.0.0/33", "127.0.0.1", "localhost", "10.0.0.0/8,x", "::1/129"}},
	"SVCX_OUTBOUND_ALLOW_HTTP":     {[]string{"true", "false", "1"}, []string{"maybe", "2", "http", "ok", "-"}},
	"SVCX_OUTBOUND_CA_FILE":        {nil, []string{"missing.pem", "/", "empty.pem", "a/b/c.pem", "."}},
	"SVCX_OUTBOUND_RETRY_SCHEDULE": {[]string{"none", "5s", "5s, 30s,2m"}, []string{"5", "5s,-30s", "5s,,30s", "soon", "none,5s"}},
	"SVCX_MONITOR_INTERVAL":        {[]string{"0", "5m", "1h30m"}, []string{"-1s", "1ms", "5", "often", "5 m", "5m,6m"}},
	"SVCX_MASTER_KEY":              {[]string{"AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=", "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA", " AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA= "}, []string{"hunter2", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "AQIDBAUGBwgJCgsMDQ4PEA==", "(openssl rand -base64 32)", strings.Repeat("A", 88)}},
	"SVCX_NEXT_MASTER_KEY":         {[]string{"AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="}, []string{"hunter2", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "AQIDBAUGBwgJCgsMDQ4PEA==", "x", strings.Repeat("A", 88)}},
	"SVCX_SMTP_URL":                {[]string{"smtp://mail.example.com", "smtp://user:pass@mail.example.com:587", "smtps://mail.example.com:465/"}, []string{"mail.example.com", "http://mail.example.com", "smtp://user:hunter2@mail.example.com:99999", "smtp://", "smtp://mail.example.com/x"}},
	"SVCX_MAIL_FROM":               {[]string{"inbox@example.com", "Inbox <inbox@example.com>", `"In, box" <inbox@example.com>`}, []string{"inbox", "Inbox <>", "a@b, c@d", "<inbox@example.com", "@example.com"}},
	"SVCX_SMTP_HELO":               {[]string{"inbox.example.com", "Mail.bücher.example", "[192.0.2.1]"}, []string{"vm", "192.0.2.1", "mail_1.example.com", "https://mail.example.com", "mail.example.com:25", "[inbox.example.com]"}},
	"SVCX_AI_BASE_URL":             {[]string{"https://api.openai.com/v1", "http://localhost:11434/v1", "http://10.0.0.7:8000/v1/"}, []string{"api.openai.com", "ftp://api.openai.com", "https://user:hunter2@api.openai.com/v1", "https://api.openai.com/v1?key=hunter2", "https://"}},
	"SVCX_AI_API_KEY":              {[]string{"sk-1234"}, []string{"sk hunter2", "hunter2\n", "clé", " hunter2", "hunter2\t"}},
	"SVCX_FILES_URL":               {[]string{"s3://key:secret@s3.example.com/bucket", "s3://key:secret@s3.example.com/bucket/sub?region=eu-central-1", "s3://key:secret@127.0.0.1:9000/bucket?tls=false"}, []string{"s3://s3.example.com/bucket", "https://s3.example.com/bucket", "s3://key:hunter2@s3.example.com", "s3://key:hunter2@s3.example.com/b?x=y", "bucket"}},
	"SVCX_BACKUP_URL":              {[]string{"s3://key:secret@s3.example.com/bucket", "s3://key:secret@s3.example.com/bucket/sub?region=eu-central-1"}, []string{"s3://s3.example.com/bucket", "https://s3.example.com/bucket", "s3://key:hunter2@s3.example.com", "s3://key:hunter2@s3.example.com/bucket?x=y"}},
	"SVCX_MAX_BODY":                {[]string{"1MiB", "4096", "64KiB"}, []string{"0", "5", "4095", "3KiB", "-1", "much", "1MB2", "1TiB"}},
	"SVCX_MAX_IMPORT_BODY":         {[]string{"10MiB", "4096", "1GiB"}, []string{"0", "5", "4095", "-1", "much", "1MB2", "1TiB"}},
	"SVCX_MEMORY_LIMIT":            {[]string{"64MiB", "67108864", "2GiB"}, []string{"67108863", "much", "0", "-1", "1TiB"}},
	"SVCX_EVENT_LOG_RETENTION":     {[]string{"720h", "1m", "24h30m"}, []string{"0", "1s", "-1h", "30", "30d", "ever"}},
	"SVCX_AUDIT_LOG_RETENTION":     {[]string{"8760h", "0", "1h"}, []string{"-1h", "1ns", "30", "365d", "ever", "1 h"}},
	"SVCX_LOG_FORMAT":              {[]string{"text", "json"}, []string{"xml", "JSON", "txt", "1", "-"}},
	"SVCX_LOG_LEVEL":               {[]string{"debug", "info", "error"}, []string{"loud", "INFO", "warning", "1", "-"}},

	"SVCX_OUTBOUND_TRACEPARENT":          {[]string{"true", "false", "1"}, []string{"maybe", "2", "b3", "on", "-"}},
	"OTEL_EXPORTER_OTLP_ENDPOINT":        {[]string{"http://localhost:4318", "https://otlp.example.com/otlp/", "http://10.0.0.7:4318"}, []string{"localhost:4318", "grpc://localhost:4317", "https://user:hunter2@otlp.example.com", "https://otlp.example.com/?key=hunter2", "http://"}},
	"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": {[]string{"http://localhost:4318/v1/traces", "https://otlp.example.com/x?region=eu"}, []string{"localhost:4318", "grpc://localhost:4317", "https://user:hunter2@otlp.example.com", "collector", "http://"}},
	"OTEL_EXPORTER_OTLP_PROTOCOL":        {[]string{"http/protobuf"}, []string{"grpc", "http/json", "http", "HTTP/PROTOBUF", "-"}},
	"OTEL_EXPORTER_OTLP_HEADERS":         {[]string{"authorization=Bearer%20abc", "x-key=1, x-other=2=3"}, []string{"hunter2", "x-key=hunter2%zz", "x key=hunter2", "x-key=hunter2%0a", "x-key=1,,x=2", "=hunter2"}},
	"OTEL_EXPORTER_OTLP_TIMEOUT":         {[]string{"10000", "1"}, []string{"0", "-1", "10s", "1.5", "soon"}},
	"OTEL_RESOURCE_ATTRIBUTES":           {[]string{"deployment.environment.name=production", "a=b, c=d%2Ce"}, []string{"production", "=a", "a=%zz", "a=b,,c=d", "a"}},
	"OTEL_TRACES_SAMPLER":                {[]string{"always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"}, []string{"jaeger_remote", "parentbased", "ALWAYS_ON", "0.5", "parentbased_parentbased_always_on"}},
	"OTEL_TRACES_SAMPLER_ARG":            {[]string{"0", "0.25", "1"}, []string{"-0.1", "1.1", "half", "NaN", "10%"}},
	"OTEL_SDK_DISABLED":                  {[]string{"true", "false"}, []string{"maybe", "2", "yes", "on", "-"}},
}

// anySetting are the settings that accept any text.
var anySetting = []string{"OTEL_SERVICE_NAME", "SVCX_AI_MODEL", "SVCX_DATA_DIR", "SVCX_MASTER_KEY_FILE"}

func TestSettingsAreCheckedBeforeAnythingIsCreated(t *testing.T) {
	for _, name := range variables() {
		if _, ok := settingValues[name]; !ok && !slices.Contains(anySetting, name) {
			t.Errorf("%s has no test values", name)
		}
	}
	for name, values := range settingValues {
		for _, value := range values.right {
			bare(t)
			t.Setenv(name, value)
			if got := runs(t, "version"); got.code != 0 {
				t.Errorf("%s=%s: %+v", name, value, got)
			}
			os.Unsetenv(name)
		}
		for _, value := range values.wrong {
			bare(t)
			if err := os.WriteFile("empty.pem", nil, 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv(name, value)
			got := runs(t, "workspace", "create", "--slug", "a", "--name", "A")
			if got.code != exitUsage || !strings.Contains(got.stderr, name) || strings.Count(got.stderr, "\n") != 1 || strings.Contains(got.stderr, "hunter2") {
				t.Errorf("%s=%s: %+v", name, value, got)
			}
			if left, _ := filepath.Glob("data"); left != nil {
				t.Errorf("%s=%s left %v", name, value, left)
			}
			os.Unsetenv(name)
		}
	}
}
