package app

import (
	"slices"

	"svcx/internal/setting"
)

// Settings are the fields of c that an operator can set, at their defaults. It is the one
// list of them: the flags, the environment, the help and docs/configuration.md are made
// from it. The flag of AdminEmail is --admin-email of serve: workspace create has a flag
// of that name for the new workspace's admin.
func (c *Config) Settings() *setting.Set {
	return setting.New(slices.Concat(c.ownSettings(), c.outsideSettings(), c.boundSettings())...)
}

// ownSettings are those of the service itself.
func (c *Config) ownSettings() []setting.Group {
	return []setting.Group{
		{Title: "The service", Settings: []setting.Setting{
			{Flag: "addr", Env: "SVCX_ADDR", Default: "127.0.0.1:8080", To: &c.Addr,
				Help: "Address to listen on."},
			{Flag: "base-url", Env: "SVCX_BASE_URL", Placeholder: "URL", To: &c.BaseURL,
				Help: "Public address of the service; derived from --addr if empty."},
			{Flag: "data-dir", Env: "SVCX_DATA_DIR", Default: "./data", Placeholder: "DIR", To: &c.DataDir,
				Help: "Folder of the embedded database and the master key file."},
			{Flag: "default-form", Env: "SVCX_DEFAULT_FORM", Default: "B", To: &c.DefaultForm,
				Help: "Contract form of new workspaces (A: string ids, B: integer ids)."},
			{Flag: "server-admin-email", Env: "SVCX_ADMIN_EMAIL", Default: "admin@localhost", Hidden: true, To: &c.AdminEmail,
				Help: "Address of the first admin, who signs in to a new deployment."},
		}},
		{Title: "Database", Settings: []setting.Setting{
			{Flag: "database-url", Env: "SVCX_DATABASE_URL", Placeholder: "URL", To: &c.DatabaseURL,
				Help: "postgres://… for PostgreSQL; empty for the embedded database."},
			{Flag: "database-max-conns", Env: "SVCX_DATABASE_MAX_CONNS", Default: "16", To: &c.DatabaseMaxConns,
				Help: "Most connections that a server opens to PostgreSQL; at least 4. Other commands open one."},
			{Flag: "auto-migrate", Env: "SVCX_AUTO_MIGRATE", Default: "true", To: &c.AutoMigrate,
				Help: "Bring the database to this version's schema at start."},
		}},
		{Title: "Rate limits", Settings: []setting.Setting{
			{Flag: "rate-limit", Env: "SVCX_RATE_LIMIT", Default: "60", To: &c.RateLimit,
				Help: "Requests per second and client address; 0 is off."},
			{Flag: "magic-link-rate-limit", Env: "SVCX_MAGIC_LINK_RATE_LIMIT", Default: "5", To: &c.MagicLinkRateLimit,
				Help: "Sign-in links per minute and client address; 0 is off."},
			{Flag: "trusted-proxies", Env: "SVCX_TRUSTED_PROXIES", Placeholder: "CIDR", To: &c.TrustedProxies,
				Help: "Proxies whose X-Forwarded-For is trusted."},
			{Flag: "redis-url", Env: "SVCX_REDIS_URL", Placeholder: "URL", To: &c.RedisURL,
				Help: "redis://… to count rate limits across nodes; if empty, each node counts for itself."},
		}},
	}
}

// outsideSettings are those of what the service talks to.
func (c *Config) outsideSettings() []setting.Group {
	return []setting.Group{
		{Title: "Calls to integrators", Settings: []setting.Setting{
			{Flag: "outbound-allow-cidrs", Env: "SVCX_OUTBOUND_ALLOW_CIDRS", Placeholder: "CIDR", To: &c.OutboundAllowCIDRs,
				Help: "Private networks that webhooks may reach (for development)."},
			{Flag: "outbound-allow-http", Env: "SVCX_OUTBOUND_ALLOW_HTTP", To: &c.OutboundAllowHTTP,
				Help: "Allow http:// webhooks (for development)."},
			{Flag: "outbound-ca-file", Env: "SVCX_OUTBOUND_CA_FILE", Placeholder: "FILE", To: &c.OutboundCAFile,
				Help: "Additional certificate authorities for webhooks, in PEM."},
			{Flag: "outbound-retry-schedule", Env: "SVCX_OUTBOUND_RETRY_SCHEDULE", Placeholder: "5s,30s,…", To: &c.OutboundRetrySchedule,
				Help: "Waits after failed attempts; none for a single attempt."},
			{Flag: "monitor-interval", Env: "SVCX_MONITOR_INTERVAL", Default: "5m", To: &c.MonitorInterval,
				Help: "Time between two pings of a webhook; 0 turns them off."},
			{Flag: "outbound-traceparent", Env: "SVCX_OUTBOUND_TRACEPARENT", To: &c.OutboundTraceparent,
				Help: "Send the id of the trace to webhooks, in the header traceparent."},
		}},
		{Title: "Master key", Settings: []setting.Setting{
			{Flag: "master-key", Env: "SVCX_MASTER_KEY", Placeholder: "KEY", To: &c.MasterKey,
				Help: "Key that encrypts stored secrets, base64 of 32 bytes."},
			{Flag: "master-key-file", Env: "SVCX_MASTER_KEY_FILE", Placeholder: "FILE", To: &c.MasterKeyFile,
				Help: "File with that key; master.key in the data folder, created at the first start, if empty."},
			{Flag: "next-master-key", Env: "SVCX_NEXT_MASTER_KEY", Placeholder: "KEY", To: &c.NextMasterKey,
				Help: "Key that rotate-master-key changes to, base64 of 32 bytes; with SVCX_MASTER_KEY only, for servers too."},
		}},
		{Title: "Mail", Settings: []setting.Setting{
			{Flag: "smtp-url", Env: "SVCX_SMTP_URL", Placeholder: "URL", To: &c.SMTPURL,
				Help: "Mail server, smtp://user:password@host:port or smtps://…; if empty, sign-in links are printed."},
			{Flag: "mail-from", Env: "SVCX_MAIL_FROM", Placeholder: "ADDRESS", To: &c.MailFrom,
				Help: "Sender of mails; if empty, the mail server's user or an address at the host of --base-url."},
			{Flag: "smtp-helo", Env: "SVCX_SMTP_HELO", Placeholder: "NAME", To: &c.SMTPHelo,
				Help: "Domain name in EHLO to the mail server; if empty, the host of --base-url or else the sender's domain."},
		}},
		{Title: "AI", Settings: []setting.Setting{
			{Flag: "ai-base-url", Env: "SVCX_AI_BASE_URL", Placeholder: "URL", To: &c.AIBaseURL,
				Help: "AI provider, such as https://api.openai.com/v1 or http://localhost:11434/v1: any server that speaks OpenAI's protocol; if empty, workspaces need their own."},
			{Flag: "ai-api-key", Env: "SVCX_AI_API_KEY", Placeholder: "KEY", To: &c.AIAPIKey,
				Help: "Key of the AI provider, if it needs one."},
			{Flag: "ai-model", Env: "SVCX_AI_MODEL", Placeholder: "NAME", To: &c.AIModel,
				Help: "Model of the AI provider; if empty, it has only one."},
		}},
	}
}

// boundSettings are those of what is kept, and how much.
func (c *Config) boundSettings() []setting.Group {
	return []setting.Group{
		{Title: "Files and sizes", Settings: []setting.Setting{
			{Flag: "files-url", Env: "SVCX_FILES_URL", Placeholder: "s3://…", To: &c.FilesURL,
				Help: "s3://key:secret@host/bucket?region=… for uploaded files; if empty, they are kept in the data folder."},
			{Flag: "backup-url", Env: "SVCX_BACKUP_URL", Placeholder: "s3://…", To: &c.BackupURL,
				Help: "s3://key:secret@host/bucket/prefix?region=… below which svcx backup and svcx restore find backups."},
			{Flag: "max-body", Env: "SVCX_MAX_BODY", Default: "1MiB", To: &c.MaxBody,
				Help: "Largest request body, at least 4KiB."},
			{Flag: "max-import-body", Env: "SVCX_MAX_IMPORT_BODY", Default: "10MiB", To: &c.MaxImportBody,
				Help: "Largest body of an import, at least 4KiB."},
			{Flag: "memory-limit", Env: "SVCX_MEMORY_LIMIT", Placeholder: "SIZE", To: &c.MemoryLimit,
				Help: "Memory to stay within, at least 64MiB; if empty, 80 % of the container's or machine's."},
		}},
		{Title: "Logs", Settings: []setting.Setting{
			{Flag: "event-log-retention", Env: "SVCX_EVENT_LOG_RETENTION", Default: "720h", To: &c.EventLogRetention,
				Help: "How long event log entries are kept, at least 1m."},
			{Flag: "audit-log-retention", Env: "SVCX_AUDIT_LOG_RETENTION", Default: "8760h", To: &c.AuditLogRetention,
				Help: "How long audit log entries are kept; 0 is forever."},
			{Flag: "log-format", Env: "SVCX_LOG_FORMAT", Placeholder: "text|json", To: &c.LogFormat,
				Help: "Format of the log; if empty, text on a terminal and json elsewhere."},
			{Flag: "log-level", Env: "SVCX_LOG_LEVEL", Default: "info", To: &c.LogLevel,
				Help: "debug, info, warn or error."},
		}},
		{Title: "Metrics", Settings: []setting.Setting{
			{Flag: "metrics-addr", Env: "SVCX_METRICS_ADDR", Placeholder: "ADDR", To: &c.MetricsAddr,
				Help: "Private address of metrics for Prometheus and of profiles, such as 127.0.0.1:9090; off if empty."},
		}},
		{Title: "Traces", Settings: []setting.Setting{
			{Flag: "otlp-endpoint", Env: "OTEL_EXPORTER_OTLP_ENDPOINT", Placeholder: "URL", To: &c.OTLPEndpoint,
				Help: "OpenTelemetry collector that traces are sent to, at /v1/traces below this address, such as http://localhost:4318; off if empty."},
			{Flag: "otlp-traces-endpoint", Env: "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", Placeholder: "URL", To: &c.OTLPTracesEndpoint,
				Help: "The whole address, if it does not end in /v1/traces; it wins over --otlp-endpoint."},
			{Flag: "otlp-protocol", Env: "OTEL_EXPORTER_OTLP_PROTOCOL", Default: "http/protobuf", To: &c.OTLPProtocol,
				Help: "Protocol of the collector: http/protobuf is the only one."},
			{Flag: "otlp-headers", Env: "OTEL_EXPORTER_OTLP_HEADERS", Placeholder: "NAME=VALUE,…", To: &c.OTLPHeaders,
				Help: "Headers for the collector, such as a key, with percent-encoded values."},
			{Flag: "otlp-timeout", Env: "OTEL_EXPORTER_OTLP_TIMEOUT", Default: "10000", To: &c.OTLPTimeout,
				Help: "Milliseconds that the collector has for an answer."},
			{Flag: "otel-service-name", Env: "OTEL_SERVICE_NAME", Placeholder: "NAME", To: &c.OTelServiceName,
				Help: "Name of the service in traces; if empty, that of OTEL_RESOURCE_ATTRIBUTES, or svcx."},
			{Flag: "otel-resource-attributes", Env: "OTEL_RESOURCE_ATTRIBUTES", Placeholder: "NAME=VALUE,…", To: &c.OTelResourceAttributes,
				Help: "What all traces say of this node, such as deployment.environment.name=production."},
			{Flag: "otel-traces-sampler", Env: "OTEL_TRACES_SAMPLER", Default: "parentbased_always_on", To: &c.OTelSampler,
				Help: "Which requests are traced: always_on, always_off or traceidratio; after parentbased_ as the header traceparent says, if the client sends one."},
			{Flag: "otel-traces-sampler-arg", Env: "OTEL_TRACES_SAMPLER_ARG", Placeholder: "0…1", To: &c.OTelSamplerArg,
				Help: "Share of the requests that traceidratio traces; 1 if empty."},
			{Flag: "otel-sdk-disabled", Env: "OTEL_SDK_DISABLED", To: &c.OTelDisabled,
				Help: "Turn traces off, whatever else is set."},
		}},
	}
}
