SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.agent_read (
    workspace_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    user_id bigint NOT NULL,
    read_at bigint NOT NULL
);
CREATE TABLE public.ai_setting (
    workspace_id bigint NOT NULL,
    enabled boolean NOT NULL,
    base_url text NOT NULL,
    model text NOT NULL,
    api_key bytea,
    auto_rename boolean NOT NULL,
    auto_summarize boolean NOT NULL
);
CREATE TABLE public.api_key (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    hash text NOT NULL,
    scopes text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint,
    revoked_at bigint
);
CREATE SEQUENCE public.api_key_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.audit (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    actor_kind text NOT NULL,
    actor_id bigint NOT NULL,
    actor_name text NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    ip text NOT NULL,
    created_at bigint NOT NULL
);
CREATE SEQUENCE public.audit_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.back_request (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    contact_id bigint NOT NULL,
    type text NOT NULL,
    created_at bigint NOT NULL,
    open_until bigint DEFAULT 0 NOT NULL
);
CREATE SEQUENCE public.back_request_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.category (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    color text NOT NULL,
    description text NOT NULL,
    "position" bigint NOT NULL
);
CREATE SEQUENCE public.category_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.change (
    workspace_id bigint NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    conversation_id bigint NOT NULL,
    message_id bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.channel (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    name text NOT NULL,
    settings text NOT NULL,
    key_hash text NOT NULL,
    key_cipher bytea,
    last_heartbeat_at bigint,
    created_at bigint NOT NULL,
    defaults text DEFAULT '{}'::text NOT NULL,
    ping_failed boolean DEFAULT false NOT NULL,
    next_ping_at bigint,
    circuit_failures bigint DEFAULT 0 NOT NULL,
    circuit_opened_at bigint,
    circuit_probe_at bigint,
    signing_secret bytea,
    old_signing_secret bytea,
    old_secret_until bigint
);
CREATE SEQUENCE public.channel_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.contact (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    external_id text,
    external_id_defaulted boolean NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_key text,
    avatar_url text NOT NULL,
    tags text NOT NULL,
    search text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    merged_into bigint,
    blocked_at bigint,
    aliases text DEFAULT '[]'::text NOT NULL
);
CREATE SEQUENCE public.contact_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.contact_merge (
    workspace_id bigint NOT NULL,
    contact_id bigint NOT NULL,
    undo text NOT NULL,
    merged_at bigint NOT NULL
);
CREATE TABLE public.contact_move (
    workspace_id bigint NOT NULL,
    contact_id bigint NOT NULL,
    conversation_id bigint NOT NULL
);
CREATE TABLE public.contact_visit (
    workspace_id bigint NOT NULL,
    contact_id bigint NOT NULL,
    conversation_id bigint NOT NULL
);
CREATE TABLE public.content_url (
    workspace_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    ref text NOT NULL,
    url text NOT NULL,
    expires_at bigint
);
CREATE TABLE public.conversation (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint,
    channel_type text NOT NULL,
    external_id text,
    subject text NOT NULL,
    status text NOT NULL,
    assigned_to bigint,
    contact_id bigint,
    category_id bigint,
    priority text NOT NULL,
    tags text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    last_message_at bigint,
    resolved_at bigint,
    message_count bigint NOT NULL,
    delivery_seq bigint NOT NULL,
    read_at bigint,
    asked_at bigint,
    answered_at bigint,
    settled_at bigint
);
CREATE SEQUENCE public.conversation_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.counter (
    workspace_id bigint NOT NULL,
    name text NOT NULL,
    n bigint NOT NULL
);
CREATE TABLE public.delivery (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    external_conversation_id text NOT NULL,
    sequence bigint NOT NULL,
    webhook_id text NOT NULL,
    type text NOT NULL,
    data text NOT NULL,
    state text NOT NULL,
    attempts bigint NOT NULL,
    due_at bigint NOT NULL,
    lease text,
    created_at bigint NOT NULL,
    ended_at bigint
);
CREATE SEQUENCE public.delivery_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.discard (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL
);
CREATE SEQUENCE public.discard_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.event_body (
    workspace_id bigint NOT NULL,
    event_id bigint NOT NULL,
    request text NOT NULL,
    response text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.event_log (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    direction text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    error text NOT NULL,
    warnings text NOT NULL,
    conversation_id text NOT NULL,
    response_status bigint,
    response_ms bigint NOT NULL,
    attempt bigint NOT NULL,
    delivery_id bigint,
    created_at bigint NOT NULL
)
PARTITION BY RANGE (created_at);
CREATE TABLE public.event_log_20261129 (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    direction text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    error text NOT NULL,
    warnings text NOT NULL,
    conversation_id text NOT NULL,
    response_status bigint,
    response_ms bigint NOT NULL,
    attempt bigint NOT NULL,
    delivery_id bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.event_log_20261130 (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    direction text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    error text NOT NULL,
    warnings text NOT NULL,
    conversation_id text NOT NULL,
    response_status bigint,
    response_ms bigint NOT NULL,
    attempt bigint NOT NULL,
    delivery_id bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.event_log_20261201 (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    direction text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    error text NOT NULL,
    warnings text NOT NULL,
    conversation_id text NOT NULL,
    response_status bigint,
    response_ms bigint NOT NULL,
    attempt bigint NOT NULL,
    delivery_id bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.event_log_20261202 (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    direction text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    error text NOT NULL,
    warnings text NOT NULL,
    conversation_id text NOT NULL,
    response_status bigint,
    response_ms bigint NOT NULL,
    attempt bigint NOT NULL,
    delivery_id bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.event_log_20261203 (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    direction text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    error text NOT NULL,
    warnings text NOT NULL,
    conversation_id text NOT NULL,
    response_status bigint,
    response_ms bigint NOT NULL,
    attempt bigint NOT NULL,
    delivery_id bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.event_log_20261204 (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    direction text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    error text NOT NULL,
    warnings text NOT NULL,
    conversation_id text NOT NULL,
    response_status bigint,
    response_ms bigint NOT NULL,
    attempt bigint NOT NULL,
    delivery_id bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.event_log_20261205 (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    direction text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    error text NOT NULL,
    warnings text NOT NULL,
    conversation_id text NOT NULL,
    response_status bigint,
    response_ms bigint NOT NULL,
    attempt bigint NOT NULL,
    delivery_id bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.event_log_default (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    direction text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    error text NOT NULL,
    warnings text NOT NULL,
    conversation_id text NOT NULL,
    response_status bigint,
    response_ms bigint NOT NULL,
    attempt bigint NOT NULL,
    delivery_id bigint,
    created_at bigint NOT NULL
);
CREATE SEQUENCE public.event_log_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.field (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    category_id bigint,
    required boolean NOT NULL,
    options text NOT NULL,
    "position" bigint NOT NULL
);
CREATE SEQUENCE public.field_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.field_value (
    workspace_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    field_id bigint NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.file (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    name text NOT NULL,
    mime_type text NOT NULL,
    size bigint NOT NULL,
    blob text NOT NULL,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL,
    unused_since bigint
);
CREATE SEQUENCE public.file_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.file_use (
    workspace_id bigint NOT NULL,
    file_id bigint NOT NULL,
    message_id bigint NOT NULL
);
CREATE TABLE public.goose_db_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.goose_db_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.goose_db_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.history (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    type text NOT NULL,
    actor_kind text NOT NULL,
    actor_id bigint NOT NULL,
    actor_name text NOT NULL,
    detail text NOT NULL,
    created_at bigint NOT NULL
);
CREATE SEQUENCE public.history_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.idempotency (
    workspace_id bigint NOT NULL,
    key text NOT NULL,
    body text NOT NULL,
    run text NOT NULL,
    status bigint NOT NULL,
    answer text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.login_token (
    hash text NOT NULL,
    user_id bigint NOT NULL,
    redirect text NOT NULL,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.member (
    workspace_id bigint NOT NULL,
    user_id bigint NOT NULL,
    role text NOT NULL,
    created_at bigint NOT NULL,
    name text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.message (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    kind text NOT NULL,
    author_type text NOT NULL,
    author_name text NOT NULL,
    author_email text NOT NULL,
    author_external_id text NOT NULL,
    author_user_id bigint,
    author_contact_id bigint,
    content text NOT NULL,
    content_type text NOT NULL,
    markdown boolean NOT NULL,
    external_id text,
    attachments text NOT NULL,
    sent_at bigint NOT NULL,
    created_at bigint NOT NULL,
    edited_at bigint,
    edit_count bigint NOT NULL,
    read_at bigint
);
CREATE SEQUENCE public.message_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.message_key (
    workspace_id bigint NOT NULL,
    key text NOT NULL
);
CREATE TABLE public.message_version (
    workspace_id bigint NOT NULL,
    message_id bigint NOT NULL,
    number bigint NOT NULL,
    content text NOT NULL,
    reason text NOT NULL,
    actor_kind text NOT NULL,
    actor_id bigint NOT NULL,
    actor_name text NOT NULL,
    replaced_at bigint NOT NULL
);
CREATE TABLE public.participant (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    external_id text NOT NULL,
    role text NOT NULL,
    added_at bigint NOT NULL
);
CREATE SEQUENCE public.participant_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.person (
    id bigint NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL
);
CREATE SEQUENCE public.person_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.rating (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    rating bigint NOT NULL,
    comment text NOT NULL,
    rated_by text NOT NULL,
    created_at bigint NOT NULL,
    assigned_to bigint
);
CREATE SEQUENCE public.rating_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.removal (
    workspace_id bigint NOT NULL,
    kind text NOT NULL,
    target_id bigint NOT NULL,
    detail text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.report_count (
    workspace_id bigint NOT NULL,
    day bigint NOT NULL,
    measure text NOT NULL,
    part bigint NOT NULL,
    channel_id bigint NOT NULL,
    user_id bigint NOT NULL,
    n bigint NOT NULL,
    total bigint NOT NULL
);
CREATE TABLE public.saved_reply (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    shortcut text NOT NULL,
    shortcut_key text
);
CREATE SEQUENCE public.saved_reply_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE SEQUENCE public.search_dirty_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.search_dirty (
    workspace_id bigint NOT NULL,
    kind text NOT NULL,
    target_id bigint NOT NULL,
    after_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.search_dirty_id'::regclass) NOT NULL
);
CREATE TABLE public.search_document (
    workspace_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    message_id bigint NOT NULL,
    words text NOT NULL,
    CONSTRAINT search_document_bucket CHECK (((words = ''::text) OR (words ~ '^w[0-9]+b'::text)))
);
CREATE TABLE public.search_position (
    workspace_id bigint NOT NULL,
    message_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.secret (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    value bytea NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE SEQUENCE public.secret_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.server_setting (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.session (
    hash text NOT NULL,
    id text NOT NULL,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    ip text NOT NULL,
    user_agent text NOT NULL
);
CREATE TABLE public.staff_link (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    external_id text NOT NULL,
    user_id bigint NOT NULL,
    platform_name text NOT NULL,
    display_name text NOT NULL
);
CREATE SEQUENCE public.staff_link_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.workspace (
    id bigint NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    form text NOT NULL,
    plan text NOT NULL,
    api_enabled boolean NOT NULL,
    allowed_scopes text,
    admin boolean NOT NULL,
    created_at bigint NOT NULL
);
CREATE SEQUENCE public.workspace_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE ONLY public.event_log ATTACH PARTITION public.event_log_20261129 FOR VALUES FROM ('1795910400000') TO ('1795996800000');
ALTER TABLE ONLY public.event_log ATTACH PARTITION public.event_log_20261130 FOR VALUES FROM ('1795996800000') TO ('1796083200000');
ALTER TABLE ONLY public.event_log ATTACH PARTITION public.event_log_20261201 FOR VALUES FROM ('1796083200000') TO ('1796169600000');
ALTER TABLE ONLY public.event_log ATTACH PARTITION public.event_log_20261202 FOR VALUES FROM ('1796169600000') TO ('1796256000000');
ALTER TABLE ONLY public.event_log ATTACH PARTITION public.event_log_20261203 FOR VALUES FROM ('1796256000000') TO ('1796342400000');
ALTER TABLE ONLY public.event_log ATTACH PARTITION public.event_log_20261204 FOR VALUES FROM ('1796342400000') TO ('1796428800000');
ALTER TABLE ONLY public.event_log ATTACH PARTITION public.event_log_20261205 FOR VALUES FROM ('1796428800000') TO ('1796515200000');
ALTER TABLE ONLY public.event_log ATTACH PARTITION public.event_log_default DEFAULT;
INSERT INTO public.agent_read VALUES
	(2, 1, 3, 1795943669378);
INSERT INTO public.ai_setting VALUES
	(2, false, 'https://ai.example.com/v1', 'm-1', '\x0160dcdae2ca4ef6cbc1da642a100aa92cf886c9210614f3034758104297d3b35cd28687e917b571c759', true, true);
INSERT INTO public.api_key VALUES
	(1, 2, 'scripts', 'svcx_sk_543035ba', '065dd15f65c3db4c38df28965e15c2fb9f5d4cf7ab7dafba9cf3d1128b993e7a', '["conversations:read","conversations:write","conversations:resolve","messages:read","messages:write","contacts:read","contacts:write","ratings:read","ratings:write","secrets:read","config:write"]', 1795943668407, NULL, NULL),
	(2, 3, 'scripts', 'svcx_sk_93e7721a', '4894113bb861a94f7b1412149f4da783b6290eee0fd56af841890f1549ff2692', '["conversations:read","conversations:write","messages:read","messages:write","contacts:read","contacts:write","ratings:write"]', 1795943668618, NULL, NULL),
	(3, 2, 'Revoked', 'svcx_sk_0335ef8f', 'a1a5e7e2f51b65fefbd44c27074f1c0e67b06583ae6513e55caef162c3b76f49', '["contacts:read"]', 1795943669235, NULL, 1795943669238);
INSERT INTO public.audit VALUES
	(1, 3, 'system', 0, 'operator', 'workspace.update', 'workspace/3', '', 1795943668364),
	(2, 2, 'system', 0, 'operator', 'key.create', 'key/1', '', 1795943668413),
	(3, 3, 'system', 0, 'operator', 'key.create', 'key/2', '', 1795943668619),
	(4, 2, 'user', 2, 'ann@acme.test', 'workspace.update', 'workspace/2', '127.0.0.1', 1795943668946),
	(5, 2, 'user', 2, 'ann@acme.test', 'member.add', 'member/3', '127.0.0.1', 1795943668950),
	(6, 2, 'user', 2, 'ann@acme.test', 'member.add', 'member/4', '127.0.0.1', 1795943668959),
	(7, 3, 'user', 2, 'ann@acme.test', 'member.add', 'member/3', '127.0.0.1', 1795943668969),
	(8, 2, 'user', 2, 'ann@acme.test', 'key.create', 'key/3', '127.0.0.1', 1795943669236),
	(9, 2, 'user', 2, 'ann@acme.test', 'key.revoke', 'key/3', '127.0.0.1', 1795943669238),
	(10, 2, 'user', 2, 'ann@acme.test', 'secret.create', 'secret/crm.token', '127.0.0.1', 1795943669243),
	(11, 2, 'user', 2, 'ann@acme.test', 'category.create', 'category/1', '127.0.0.1', 1795943669246),
	(12, 2, 'user', 2, 'ann@acme.test', 'category.create', 'category/2', '127.0.0.1', 1795943669248),
	(13, 2, 'user', 2, 'ann@acme.test', 'field.create', 'field/1', '127.0.0.1', 1795943669251),
	(14, 2, 'user', 2, 'ann@acme.test', 'field.create', 'field/2', '127.0.0.1', 1795943669253),
	(15, 2, 'user', 2, 'ann@acme.test', 'field.create', 'field/3', '127.0.0.1', 1795943669254),
	(16, 2, 'user', 2, 'ann@acme.test', 'field.create', 'field/4', '127.0.0.1', 1795943669255),
	(17, 2, 'user', 2, 'ann@acme.test', 'field.create', 'field/5', '127.0.0.1', 1795943669256),
	(18, 2, 'user', 2, 'ann@acme.test', 'channel.create', 'channel/1', '127.0.0.1', 1795943669259),
	(19, 2, 'user', 2, 'ann@acme.test', 'channel.signing_secret.create', 'channel/1', '127.0.0.1', 1795943669261),
	(20, 2, 'user', 2, 'ann@acme.test', 'channel.signing_secret.create', 'channel/1', '127.0.0.1', 1795943669263),
	(21, 2, 'user', 2, 'ann@acme.test', 'channel.create', 'channel/2', '127.0.0.1', 1795943669264),
	(22, 2, 'user', 2, 'ann@acme.test', 'channel.create', 'channel/3', '127.0.0.1', 1795943669266),
	(23, 2, 'user', 2, 'ann@acme.test', 'channel.create', 'channel/4', '127.0.0.1', 1795943669272),
	(24, 2, 'user', 2, 'ann@acme.test', 'channel.create', 'channel/5', '127.0.0.1', 1795943669273),
	(25, 3, 'user', 2, 'ann@acme.test', 'channel.create', 'channel/6', '127.0.0.1', 1795943669300),
	(26, 2, 'user', 2, 'ann@acme.test', 'staff_link.create', 'staff_link/1', '127.0.0.1', 1795943669303),
	(27, 2, 'key', 1, 'scripts', 'import.conversations', 'channel/1', '127.0.0.1', 1795943669409),
	(28, 2, 'key', 1, 'scripts', 'import.messages', 'channel/1', '127.0.0.1', 1795943669410),
	(29, 2, 'user', 3, 'Bob', 'contact.block', 'contact/3', '127.0.0.1', 1795943669412),
	(30, 2, 'user', 3, 'Bob', 'contact.merge', 'contact/6/into/5', '127.0.0.1', 1795943669428),
	(31, 4, 'user', 2, 'ann@acme.test', 'channel.create', 'channel/7', '127.0.0.1', 1795943669573),
	(32, 4, 'user', 2, 'ann@acme.test', 'category.create', 'category/3', '127.0.0.1', 1795943669576),
	(33, 4, 'user', 2, 'ann@acme.test', 'field.create', 'field/6', '127.0.0.1', 1795943669578),
	(34, 5, 'user', 2, 'ann@acme.test', 'channel.create', 'channel/8', '127.0.0.1', 1795943669618),
	(35, 5, 'user', 2, 'ann@acme.test', 'contact.merge', 'contact/17/into/18', '127.0.0.1', 1795943669624),
	(36, 4, 'user', 2, 'ann@acme.test', 'contact.erase', 'contact/13', '127.0.0.1', 1795943669647),
	(37, 4, 'user', 2, 'ann@acme.test', 'contact.erase', 'contact/14', '127.0.0.1', 1795943669675),
	(38, 4, 'user', 2, 'ann@acme.test', 'conversation.delete', 'conversation/11', '127.0.0.1', 1795943669754),
	(39, 4, 'user', 2, 'ann@acme.test', 'category.delete', 'category/3', '127.0.0.1', 1795943669797),
	(40, 4, 'user', 2, 'ann@acme.test', 'field.delete', 'field/6', '127.0.0.1', 1795943669813),
	(41, 4, 'user', 2, 'ann@acme.test', 'contact.merge', 'contact/15/into/16', '127.0.0.1', 1795943669844),
	(42, 5, 'user', 2, 'ann@acme.test', 'contact.unmerge', 'contact/17/from/18', '127.0.0.1', 1795943669874),
	(43, 3, 'user', 2, 'ann@acme.test', 'workspace.export', 'workspace/3', '127.0.0.1', 1795943669942);
INSERT INTO public.category VALUES
	(1, 2, 'Orders', 'orders', 'teal', 'What was bought', 0),
	(2, 2, 'Billing', 'billing', 'slate', '', 1);
INSERT INTO public.change VALUES
	(2, 2, 'both', 1, 1, 1795943669308),
	(2, 4, 'both', 1, 2, 1795943669312),
	(2, 6, 'both', 1, 3, 1795943669313),
	(2, 7, 'conversation', 1, 0, 1795943669317),
	(2, 9, 'both', 2, 5, 1795943669321),
	(2, 11, 'both', 1, 6, 1795943669361),
	(2, 13, 'both', 1, 7, 1795943669365),
	(2, 15, 'both', 1, 6, 1795943669370),
	(2, 17, 'both', 1, 8, 1795943669373),
	(2, 18, 'message', 1, 6, 1795943669376),
	(2, 19, 'message', 1, 1, 1795943669380),
	(2, 20, 'conversation', 1, 0, 1795943669383),
	(2, 21, 'conversation', 1, 0, 1795943669385),
	(2, 22, 'conversation', 1, 0, 1795943669387),
	(2, 23, 'conversation', 1, 0, 1795943669392),
	(2, 24, 'conversation', 1, 0, 1795943669397),
	(2, 25, 'conversation', 2, 0, 1795943669401),
	(2, 26, 'conversation', 3, 0, 1795943669408),
	(2, 27, 'reset', 0, 0, 1795943669409),
	(2, 28, 'reset', 0, 0, 1795943669410),
	(2, 29, 'conversation', 3, 0, 1795943669412),
	(2, 31, 'both', 5, 10, 1795943669418),
	(2, 32, 'conversation', 5, 0, 1795943669423),
	(2, 33, 'reset', 0, 0, 1795943669430),
	(3, 2, 'both', 6, 11, 1795943669432),
	(3, 4, 'both', 6, 12, 1795943669436),
	(3, 5, 'conversation', 6, 0, 1795943669468),
	(3, 6, 'conversation', 6, 0, 1795943669510),
	(2, 35, 'both', 7, 13, 1795943669515),
	(2, 37, 'both', 7, 14, 1795943669521),
	(2, 39, 'both', 8, 15, 1795943669544),
	(2, 41, 'both', 8, 16, 1795943669548),
	(2, 42, 'conversation', 8, 0, 1795943669551),
	(2, 43, 'conversation', 8, 0, 1795943669553),
	(2, 44, 'conversation', 8, 0, 1795943669556),
	(2, 46, 'both', 9, 17, 1795943669558),
	(2, 48, 'both', 9, 18, 1795943669561),
	(4, 2, 'both', 10, 19, 1795943669579),
	(4, 4, 'both', 11, 20, 1795943669580),
	(4, 6, 'both', 12, 21, 1795943669581),
	(4, 8, 'both', 13, 22, 1795943669582),
	(4, 10, 'both', 14, 23, 1795943669583),
	(4, 12, 'both', 15, 24, 1795943669584),
	(4, 13, 'conversation', 10, 0, 1795943669585),
	(4, 15, 'both', 11, 25, 1795943669616),
	(5, 2, 'both', 16, 26, 1795943669619),
	(5, 4, 'both', 17, 27, 1795943669620),
	(5, 5, 'reset', 0, 0, 1795943669624),
	(4, 16, 'reset', 0, 0, 1795943669647),
	(4, 17, 'reset', 0, 0, 1795943669664);
INSERT INTO public.change VALUES
	(4, 18, 'reset', 0, 0, 1795943669675),
	(4, 19, 'reset', 0, 0, 1795943669754);
INSERT INTO public.channel VALUES
	(3, 2, 'Busy', '{"WebhookURL":"http://receiver.test/busy","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":false,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}', 'a6ee8441aa84b1aacdef235bab814c5a36ee4aa5a3551d3f0979751f1602dfe6', '\x0160dcdae2ca4ef6cb84181ba80ef3ecc3d01e81f0b45c5656ff348e5cdd5017d6cbb475e06e55fb0bdaec7014cbdd77f8a82c099e384599ddfffa76edc39ac4dbba1046200c0008c82f742ce01eeea1d7e6', NULL, 1795943669265, '{"Category":null,"Fields":null}', false, 0, 1, NULL, NULL, NULL, NULL, NULL),
	(8, 5, 'Later', '{"WebhookURL":"","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":false,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}', '29662bb47857335eb9b39321169b210bd4b9bfbb5c76fc312acc191ff72bfd0e', NULL, NULL, 1795943669618, '{"Category":null,"Fields":null}', false, NULL, 0, NULL, NULL, NULL, NULL, NULL),
	(2, 2, 'Odd', '{"WebhookURL":"https://example.com/odd?x=y","RatingEnabled":false,"RatingAutoRequest":true,"RelaySupportsAttachments":false,"MonitoringEnabled":false,"IntentConfirmationEnabled":true,"AIVerificationURL":"https://example.com/ask","AIVerificationTimeout":7,"TypingIndicatorsEnabled":true,"MessageReadStatusEnabled":true,"MessageExportEnabled":true,"MessageExportDepth":55,"CanReopen":false,"CanReceiveFiles":false,"MaxMessageLength":500,"EphemeralContent":true,"BackRequestsEnabled":true,"ReopenOnMessage":true,"DisabledActions":["conversation.close","rating.submit"],"DisabledEvents":["conversation.assigned","rating.requested"]}', '6c4488fa9794a99cd1e5dda73611e37f241fa1563757baa6e07fb2c0651c7e11', '\x0160dcdae2ca4ef6cbb2d8ef104b23fdff52f00aa478ac0a5ff2cade6beede63546ffa8c6b18cf6dfe5a5a9814a0f980d7253423203fae8820ce103078af4c7546b3e40587782bfd06439748737e4b3ebfba', NULL, 1795943669264, '{"Category":null,"Fields":null}', false, NULL, 0, NULL, NULL, NULL, NULL, NULL),
	(4, 2, 'Refusing', '{"WebhookURL":"http://receiver.test/refuse","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":false,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}', '48ed36fa8c4bbdd32b6b5bb1b15ff6f1e1c9fe2738e08d48ac696084db43b9f6', '\x0160dcdae2ca4ef6cb8ca5b308977383b24613c62f7573bb61d1a54c32ce198cb742a4d9031b6ea4b9c37f617f60da0c18d2c56f65cf5735afb23a5bdf19f95d4a7ecf1fe3a7bf5ef4d5c2f427588bfbf683', NULL, 1795943669271, '{"Category":null,"Fields":null}', false, 0, 0, NULL, NULL, NULL, NULL, NULL),
	(5, 2, 'Hanging', '{"WebhookURL":"http://receiver.test/hang","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":false,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}', '781224ba41fc3b346c28be8b07a6043e0d54f5d8ff6717200c6d6cf04227fd75', '\x0160dcdae2ca4ef6cbd22a00d763e6ec01b56e9b078ad8636eeae33561f0e1ad6522fdb4a4a11a55b59d531a2ae23e92e95aa3cfc73f8331cffabd451c348cea54853ee7f8782fa671c183809a53915ccc9c', NULL, 1795943669273, '{"Category":null,"Fields":null}', false, 0, 0, NULL, NULL, NULL, NULL, NULL),
	(6, 3, 'Desk', '{"WebhookURL":"http://receiver.test/ok?alfa","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":true,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":["conversation.close"],"DisabledEvents":null}', '77950e61d31518e5462624919c64656f5506e0008f60135e55116a15b75ea6b0', NULL, NULL, 1795943669300, '{"Category":null,"Fields":null}', false, 0, 0, NULL, NULL, NULL, NULL, NULL),
	(1, 2, 'Shop', '{"WebhookURL":"http://receiver.test/ok?token=integrators-secret","RatingEnabled":true,"RatingAutoRequest":true,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":true,"AIVerificationURL":"http://receiver.test/ok?ask=1","AIVerificationTimeout":10,"TypingIndicatorsEnabled":true,"MessageReadStatusEnabled":true,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":true,"BackRequestsEnabled":true,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}', '78b6ed308572de54a1c8cc41d051ca0f0eb0c74768d890508c60ac4649b86aac', '\x0160dcdae2ca4ef6cb5493b667466ed990b85f74e6ecaba8e9b159348437bbead7cb9ae0cd21467f3ca5a6d88c1ccfaaa66d6fe7b65ce8e2dd970a1275a8a43c18fa0d067ce9aaf0e9f87306d442a8537b7f', 1795943669304, 1795943669257, '{"Category":2,"Fields":{"note":"by default"}}', false, 0, 0, NULL, NULL, '\x0160dcdae2ca4ef6cb742ef0231042f62ed0aadee9d692837dd2e0d85041e55115737db4e8f30f2ed4cd30e8330ef8d5e20a38c26bb243cc5d692494d009f453e0e48e8f6021bd9b6c0da0b1712ebbcea58db013cf8969', '\x0160dcdae2ca4ef6cb8b1814671100ff38712f04140714da982015f1d639bc12663973e735dd3fdbb625529a3648951efe54266ff75b34b66713dd0ecd466c30e5dcd1ebb792f58e6b9cdbddfa21119e7f92c5411b7f81e8245dd5b8def6c114582d2542cc', 1796030069262),
	(7, 4, 'Late', '{"WebhookURL":"","RatingEnabled":true,"RatingAutoRequest":false,"RelaySupportsAttachments":true,"MonitoringEnabled":true,"IntentConfirmationEnabled":false,"AIVerificationURL":"","AIVerificationTimeout":10,"TypingIndicatorsEnabled":false,"MessageReadStatusEnabled":false,"MessageExportEnabled":false,"MessageExportDepth":100,"CanReopen":true,"CanReceiveFiles":true,"MaxMessageLength":null,"EphemeralContent":false,"BackRequestsEnabled":false,"ReopenOnMessage":true,"DisabledActions":null,"DisabledEvents":null}', 'cbbac4f2838e846cd5662fa26b339d8eb11913027ecdd3160ffdf59595a4e311', '\x0160dcdae2ca4ef6cb7f4dbcfd3915f5a612c175ac736ac3f8156e1c6069802a77dd59237bedf3d52d207a6c324c720dd322d6f810c23cb5d464b915734a6934d1ca64b333581206538fbe7906fc1152df66', NULL, 1795943669572, '{"Category":null,"Fields":null}', false, NULL, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.contact VALUES
	(1, 2, 'cust-1', false, 'Zoë Zimmer', 'zoe@example.com', 'zoe@example.com', 'https://pictures.example.com/zoe.png', '["vip","press"]', 'w2xzoe w2xzimmer w2xexample w2xcom w2xcust w2x1', 1795943669305, 1795943669317, NULL, NULL, '[]'),
	(2, 2, 'cust-2', false, 'Yann', 'yann@example.com', 'yann@example.com', '', '[]', 'w2xyann w2xexample w2xcom w2xcust w2x2', 1795943669321, 1795943669321, NULL, NULL, '[]'),
	(4, 2, 'u-7', false, 'Mary', '', NULL, '', '[]', 'w2xmary w2xu w2x7', 1795943669408, 1795943669408, NULL, NULL, '[]'),
	(3, 2, 'u-9', false, 'Ada', 'ada@example.com', 'ada@example.com', 'https://pictures.example.com/ada.png', '[]', 'w2xada w2xexample w2xcom w2xu w2x9', 1795943669403, 1795943669411, NULL, 1795943669411, '[]'),
	(6, 2, 'twin-2', false, 'K. Nowak', 'nowak@example.com', 'nowak@example.com', '', '["twin"]', '', 1795943669418, 1795943669421, 5, NULL, '[]'),
	(5, 2, 'twin-1', false, 'Kim', 'kim@example.com', 'kim@example.com', '', '["twin"]', 'w2xkim w2xexample w2xcom w2xtwin w2x1 w2xk w2xnowak w2x2', 1795943669417, 1795943669427, NULL, NULL, '["K. Nowak","nowak@example.com","twin-2"]'),
	(7, 3, 'alfa-1', false, 'Ole', 'ole@example.com', 'ole@example.com', '', '[]', 'w3xole w3xexample w3xcom w3xalfa w3x1', 1795943669431, 1795943669431, NULL, NULL, '[]'),
	(8, 2, 'cust-3', false, '', '', NULL, '', '[]', 'w2xcust w2x3', 1795943669514, 1795943669514, NULL, NULL, '[]'),
	(9, 2, 'cust-4', false, '', '', NULL, '', '[]', 'w2xcust w2x4', 1795943669542, 1795943669542, NULL, NULL, '[]'),
	(10, 2, 'cust-5', false, '', '', NULL, '', '[]', 'w2xcust w2x5', 1795943669557, 1795943669557, NULL, NULL, '[]'),
	(11, 4, 'stays', false, 'Stays', '', NULL, '', '[]', 'w4xstays', 1795943669578, 1795943669578, NULL, NULL, '[]'),
	(12, 4, 'deleted', false, 'Deleted conversation', '', NULL, '', '[]', 'w4xdeleted w4xconversation', 1795943669580, 1795943669580, NULL, NULL, '[]'),
	(15, 4, 'merged', false, 'Merged', '', NULL, '', '[]', '', 1795943669583, 1795943669583, 16, NULL, '[]'),
	(16, 4, 'surviving', false, 'Surviving', '', NULL, '', '[]', 'w4xsurviving w4xmerged', 1795943669584, 1795943669837, NULL, NULL, '["Merged","merged"]'),
	(18, 5, 'kept', false, 'Kept', '', NULL, '', '[]', 'w5xkept', 1795943669620, 1795943669871, NULL, NULL, '[]'),
	(17, 5, 'unmerged', false, 'Unmerged', '', NULL, '', '[]', 'w5xunmerged', 1795943669619, 1795943669619, NULL, NULL, '[]');
INSERT INTO public.contact_merge VALUES
	(2, 6, '{"Merged":{"ExternalID":"twin-2","Name":"K. Nowak","Email":"nowak@example.com"},"Before":{"ExternalID":"twin-1","Name":"Kim","Email":"kim@example.com"},"After":{"ExternalID":"twin-1","Name":"Kim","Email":"kim@example.com"},"Tags":["twin"]}', 1795943669427),
	(4, 15, '{"Merged":{"ExternalID":"merged","Name":"Merged"},"Before":{"ExternalID":"surviving","Name":"Surviving"},"After":{"ExternalID":"surviving","Name":"Surviving"},"Tags":null}', 1795943669837);
INSERT INTO public.contact_move VALUES
	(2, 6, 5),
	(5, 17, 16);
INSERT INTO public.content_url VALUES
	(2, 1, 'https://files.example.com/a.png', 'https://cdn.example.com/fresh.png', 4070908800000);
INSERT INTO public.conversation VALUES
	(12, 4, 7, 'custom', 'l3', '', 'open', NULL, NULL, NULL, '', '[]', 1795943669581, 1795943669581, NULL, NULL, 0, 0, NULL, 1795943669581, NULL, NULL),
	(1, 2, 1, 'custom', 'c1', 'Where is it?', 'open', 3, 1, 1, 'high', '["late","gift"]', 1795943669305, 1795943669396, 1795943669372, NULL, 5, 7, 1795943669376, 1795943669305, 1795943669310, 1795943669391),
	(2, 2, 1, 'custom', 'c2', '', 'closed', NULL, 2, 2, '', '[]', 1795943669321, 1795943669400, 1795943669321, NULL, 1, 1, NULL, 1795943669321, NULL, 1795943669400),
	(3, 2, 1, 'custom', 'svcx-3', 'We call you', 'open', NULL, 3, NULL, '', '[]', 1795943669407, 1795943669407, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL),
	(4, 2, 1, 'custom', 't-1', 'An old one', 'resolved', NULL, 4, NULL, '', '[]', 1714636800000, 1714642200000, 1714636800000, 1714642200000, 1, 0, NULL, 1714636800000, NULL, 1714636800000),
	(5, 2, 1, 'custom', 'c3', '', 'open', NULL, 5, 2, '', '[]', 1795943669418, 1795943669418, 1795943669418, NULL, 1, 0, NULL, 1795943669418, NULL, NULL),
	(6, 3, 6, 'custom', 'a1', 'In form A', 'resolved', NULL, 7, NULL, '', '[]', 1795943669431, 1795943669509, 1795943669436, 1795943669509, 2, 1, NULL, 1795943669431, 1795943669436, 1795943669509),
	(7, 2, 4, 'custom', 'r1', '', 'open', NULL, 8, NULL, '', '[]', 1795943669514, 1795943669521, 1795943669521, NULL, 2, 1, NULL, 1795943669514, 1795943669521, NULL),
	(8, 2, 3, 'custom', 'b1', '', 'resolved', 3, 9, NULL, '', '[]', 1795943669542, 1795943669555, 1795943669547, 1795943669555, 2, 4, NULL, 1795943669542, 1795943669547, 1795943669555),
	(9, 2, 5, 'custom', 'h1', '', 'open', NULL, 10, NULL, '', '[]', 1795943669557, 1795943669560, 1795943669560, NULL, 2, 1, NULL, 1795943669557, 1795943669560, NULL),
	(13, 4, 7, 'custom', 'l4', '', 'open', NULL, 14, NULL, '', '[]', 1795943669582, 1795943669582, 1795943669582, NULL, 1, 0, NULL, 1795943669582, NULL, NULL),
	(14, 4, 7, 'custom', 'l5', '', 'open', NULL, 15, NULL, '', '[]', 1795943669583, 1795943669583, 1795943669583, NULL, 1, 0, NULL, 1795943669583, NULL, NULL),
	(15, 4, 7, 'custom', 'l6', '', 'open', NULL, 16, NULL, '', '[]', 1795943669584, 1795943669584, 1795943669584, NULL, 1, 0, NULL, 1795943669584, NULL, NULL),
	(10, 4, 7, 'custom', 'l1', '', 'open', NULL, 11, 3, '', '[]', 1795943669578, 1795943669584, 1795943669578, NULL, 1, 0, NULL, 1795943669578, NULL, NULL),
	(17, 5, 8, 'custom', 'u2', '', 'open', NULL, 18, NULL, '', '[]', 1795943669620, 1795943669620, 1795943669620, NULL, 1, 0, NULL, 1795943669620, NULL, NULL),
	(16, 5, 8, 'custom', 'u1', '', 'open', NULL, 18, NULL, '', '[]', 1795943669619, 1795943669619, 1795943669619, NULL, 1, 0, NULL, 1795943669619, NULL, NULL);
INSERT INTO public.counter VALUES
	(2, 'conversation.closed', 1),
	(2, 'audit', 26),
	(3, 'contact', 1),
	(3, 'conversation.open', 0),
	(3, 'conversation.resolved', 1),
	(2, 'conversation.resolved', 2),
	(2, 'contact', 8),
	(2, 'conversation.open', 5),
	(5, 'conversation.open', 2),
	(4, 'conversation.open', 5),
	(4, 'contact', 3),
	(4, 'audit', 9),
	(5, 'contact', 2),
	(5, 'audit', 3),
	(3, 'audit', 5);
INSERT INTO public.delivery VALUES
	(1, 2, 1, 1, 'c1', 1, 'msg_74d12d366e0c66bb9cd4a3eec8b8d59b', 'message.created', '{"Content":"It is on its way.","AuthorName":"Bob","AuthorType":"agent","MessageID":6,"Origin":"inbox","Attachments":[{"URL":"","Filename":"bill.pdf","MIMEType":"application/pdf","File":1}]}', 'delivered', 1, 1795943699363, NULL, 1795943669349, 1795943669367),
	(2, 2, 1, 1, 'c1', 2, 'msg_76fc1570e9c19ea5f981a75c3b0b251a', 'message.created', '{"Content":"By the API","AuthorName":"Grace","AuthorType":"agent","MessageID":8,"Origin":"api","Attachments":[{"URL":"https://files.example.com/label.pdf","Filename":"label.pdf","MIMEType":"application/pdf"}]}', 'delivered', 1, 1795943699374, NULL, 1795943669372, 1795943669375),
	(3, 2, 1, 1, 'c1', 3, 'msg_71c42a2bebef205c53ec55152b37fbf6', 'conversation.assigned', '{"AssignedTo":3}', 'delivered', 1, 1795943699389, NULL, 1795943669384, 1795943669390),
	(4, 2, 1, 1, 'c1', 4, 'msg_c2d8ba1b2838d594e209d3c81a5fdb6d', 'rating.submitted', '{"Rating":4,"Comment":"Fine","RatedBy":"zoe@example.com"}', 'delivered', 1, 1795943699393, NULL, 1795943669385, 1795943669394),
	(5, 2, 1, 1, 'c1', 5, 'msg_4d042467dcb560079708b265b57321bf', 'conversation.resolved', '{"Status":"resolved","ResolvedAt":1795943669391}', 'delivered', 1, 1795943699395, NULL, 1795943669391, 1795943669396),
	(6, 2, 1, 1, 'c1', 6, 'msg_49704e4fdfb64fe9fec5046874844c0a', 'rating.requested', '{"Reason":"auto"}', 'delivered', 1, 1795943699400, NULL, 1795943669391, 1795943669400),
	(8, 2, 1, 2, 'c2', 1, 'msg_d9471e01789dc14c8d953c0713ce7a15', 'conversation.closed', '{"Status":"closed"}', 'delivered', 1, 1795943699402, NULL, 1795943669400, 1795943669404),
	(7, 2, 1, 1, 'c1', 7, 'msg_9acf3fc8859fefefa2313a2aba58a2c2', 'conversation.reopened', '{"Status":"open"}', 'delivered', 1, 1795943699402, NULL, 1795943669396, 1795943669404),
	(9, 3, 6, 6, 'a1', 1, 'msg_d4a4bfe35981e3d31958fbd6c172325a', 'message.created', '{"Content":"Answered","AuthorName":"Grace","AuthorType":"agent","MessageID":12,"Origin":"api"}', 'delivered', 1, 1795943699437, NULL, 1795943669436, 1795943669438),
	(10, 2, 4, 7, 'r1', 1, 'msg_7b7f080f08c4f681a888f31e7057b2f3', 'message.created', '{"Content":"Nobody takes this","AuthorName":"Bob","AuthorType":"agent","MessageID":14,"Origin":"inbox"}', 'failed', 1, 1795943699522, NULL, 1795943669521, 1795943669523),
	(12, 2, 3, 8, 'b1', 2, 'msg_10cf1f9ebe6f39f8891aed680140ff94', 'conversation.assigned', '{"AssignedTo":3}', 'waiting', 0, 1795943669550, NULL, 1795943669550, NULL),
	(11, 2, 3, 8, 'b1', 1, 'msg_08848269674ce33c12962725283bea36', 'message.created', '{"Content":"First, with all of its data","AuthorName":"Bob","AuthorType":"agent","MessageID":16,"Origin":"inbox","Attachments":[{"URL":"https://files.example.com/c.pdf","Filename":"c.pdf","MIMEType":"application/pdf"}]}', 'ready', 1, 1795944171311, NULL, 1795943669547, NULL),
	(13, 2, 3, 8, 'b1', 3, 'msg_ae952082504170efb12bdc12a114033b', 'rating.submitted', '{"Rating":2,"Comment":"Slow","RatedBy":"cust-4"}', 'waiting', 0, 1795943669551, NULL, 1795943669551, NULL),
	(14, 2, 3, 8, 'b1', 4, 'msg_ffc6caeb24f4984827818f9142ac09f3', 'conversation.resolved', '{"Status":"resolved","ResolvedAt":1795943669555}', 'waiting', 0, 1795943669555, NULL, 1795943669555, NULL),
	(15, 2, 5, 9, 'h1', 1, 'msg_a724d1247821be319705839cfcfe815d', 'message.created', '{"Content":"Cut off","AuthorName":"Bob","AuthorType":"agent","MessageID":18,"Origin":"inbox"}', 'ready', 0, 1795943699561, '2000766443.RBZN2LPZDXYSJJOS5K7G4GNDCI', 1795943669560, NULL);
INSERT INTO public.event_body VALUES
	(2, 1, '{"messageId":"m1","conversationId":"c1","from":{"externalId":"cust-1","name":"Zoë","email":"zoe@example.com"},"subject":"Where is it?","content":"<p>Where is <b>it</b>?</p>","contentType":"html","categoryId":1,"fields":{"order":4711,"vip":true,"carrier":"DHL","due":"2026-12-01"},"participants":[{"name":"Dan","email":"dan@example.com","role":"cc"},{"externalId":"p2","role":"observer"}],"attachments":[{"url":"https://files.example.com/a.png","filename":"a.png","mimeType":"image/png"}]}', 'ok', 1795943669305),
	(2, 2, '{"messageId":"m2","conversationId":"c1","from":{"externalId":"staff-7","type":"staff"},"content":"I am looking","sentAt":"2026-11-01T10:00:00.000Z"}', 'ok', 1795943669310),
	(2, 3, '{"messageId":"m3","conversationId":"c1","from":{"externalId":"robot","type":"bot","name":"Robot"},"content":"Beep","nonsense":1,"fields":{"due":"never"}}', 'ok', 1795943669313),
	(2, 4, '{"messageId":"m1","conversationId":"c1","from":{"externalId":"cust-1"},"content":"again"}', 'ok', 1795943669316),
	(2, 5, '{"intent":"updateinfo","conversationId":"c1","data":{"name":"Zoë Zimmer","avatarUrl":"https://pictures.example.com/zoe.png","tags":["vip","press"],"priority":"high"}}', 'ok', 1795943669317),
	(2, 6, '{"messageId":"m4"', 'ok', 1795943669319),
	(2, 8, '{"messageId":"m6","conversationId":"c2","from":{"externalId":"cust-2","name":"Yann","email":"yann@example.com"},"content":"An order"}', 'ok', 1795943669321),
	(2, 9, '{"event":"message.created","conversationId":"c1","timestamp":"2026-11-29T09:14:29.349Z","data":{"content":"It is on its way.","authorName":"Bob","messageId":6,"authorType":"agent","origin":"inbox","attachments":[{"url":"http://inbox.test/files/2/1.pdf?expires=1796601600&signature=NWcrdQB_S1ZbGBo63jsFGgJtjI3Gj6q0KenI6x1Pq_o","filename":"bill.pdf","mimeType":"application/pdf"}]}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669367),
	(2, 10, '{"event":"message.created","conversationId":"c1","timestamp":"2026-11-29T09:14:29.372Z","data":{"content":"By the API","authorName":"Grace","messageId":8,"authorType":"agent","origin":"api","attachments":[{"url":"https://files.example.com/label.pdf","filename":"label.pdf","mimeType":"application/pdf"}]}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669375),
	(2, 11, '{"type":"query.contact.info","requestId":"a1232bec-ccdf-4cf5-86b0-24a06e835b76","conversationId":"c1","timestamp":"2026-11-29T09:14:29.382Z","contact":{"externalId":"cust-1","email":"zoe@example.com"},"data":{}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669382),
	(2, 12, '{"action":"rating.submit","conversationId":"c1","rating":4,"comment":"Fine","ratedBy":"zoe@example.com"}', 'ok', 1795943669385),
	(2, 13, '{"type":"intent.confirm","intent":"conversation.resolve","conversationId":"c1","timestamp":"2026-11-29T09:14:29.388Z","data":{}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669390),
	(2, 14, '{"event":"conversation.assigned","conversationId":"c1","timestamp":"2026-11-29T09:14:29.384Z","data":{"assignedTo":3}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669390),
	(2, 15, '{"type":"intent.confirm","intent":"conversation.reopen","conversationId":"c1","timestamp":"2026-11-29T09:14:29.394Z","data":{}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669394),
	(2, 16, '{"event":"rating.submitted","conversationId":"c1","timestamp":"2026-11-29T09:14:29.385Z","data":{"rating":4,"comment":"Fine","ratedBy":"zoe@example.com"}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669394),
	(2, 17, '{"event":"conversation.resolved","conversationId":"c1","timestamp":"2026-11-29T09:14:29.391Z","data":{"status":"resolved","resolvedAt":"2026-11-29T09:14:29.391Z"}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669396),
	(2, 18, '{"type":"intent.confirm","intent":"conversation.close","conversationId":"c2","timestamp":"2026-11-29T09:14:29.398Z","data":{}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669399),
	(2, 19, '{"event":"rating.requested","conversationId":"c1","timestamp":"2026-11-29T09:14:29.391Z","data":{"reason":"auto"}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669400),
	(2, 20, '{"event":"conversation.closed","conversationId":"c2","timestamp":"2026-11-29T09:14:29.400Z","data":{"status":"closed"}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669404),
	(2, 21, '{"event":"conversation.reopened","conversationId":"c1","timestamp":"2026-11-29T09:14:29.396Z","data":{"status":"open"}}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669404),
	(2, 22, '{"messageId":"m7","conversationId":"c3","from":{"externalId":"twin-2","name":"K. Nowak","email":"nowak@example.com"},"content":"From the twin"}', 'ok', 1795943669418),
	(3, 23, '{"messageId":"m1","conversationId":"a1","from":{"externalId":"alfa-1","name":"Ole","email":"ole@example.com"},"subject":"In form A","content":"Hello","attachments":[{"url":"https://files.example.com/b.png"}]}', 'ok', 1795943669431),
	(3, 24, '{"conversationId":"a1","content":"Answered"}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669438),
	(2, 25, '{"messageId":"r1","conversationId":"r1","from":{"externalId":"cust-3"},"content":"x"}', 'ok', 1795943669514),
	(2, 26, '{"event":"message.created","conversationId":"r1","timestamp":"2026-11-29T09:14:29.521Z","data":{"content":"Nobody takes this","authorName":"Bob","messageId":14,"authorType":"agent","origin":"inbox"}}', '', 1795943669523),
	(2, 27, '{"messageId":"b1","conversationId":"b1","from":{"externalId":"cust-4"},"content":"x"}', 'ok', 1795943669542),
	(2, 28, '{"event":"message.created","conversationId":"b1","timestamp":"2026-11-29T09:14:29.547Z","data":{"content":"First, with all of its data","authorName":"Bob","messageId":16,"authorType":"agent","origin":"inbox","attachments":[{"url":"https://files.example.com/c.pdf","filename":"c.pdf","mimeType":"application/pdf"}]}}', '', 1795943669550),
	(2, 29, '{"action":"rating.submit","conversationId":"b1","rating":2,"comment":"Slow","ratedBy":"cust-4"}', 'ok', 1795943669551),
	(2, 30, '{"messageId":"h1","conversationId":"h1","from":{"externalId":"cust-5"},"content":"x"}', 'ok', 1795943669557),
	(4, 31, '{"messageId":"1","conversationId":"l1","from":{"externalId":"stays","name":"Stays"},"content":"it stays","categoryId":3,"fields":{"deleted":"value of a deleted field"}}', 'ok', 1795943669578),
	(4, 32, '{"messageId":"2","conversationId":"l2","from":{"externalId":"deleted","name":"Deleted conversation"},"content":"of a deleted conversation"}', 'ok', 1795943669580),
	(4, 34, '{"messageId":"4","conversationId":"l4","from":{"externalId":"erased-2","name":"Sigismund Erasmus","email":"sigismund@example.com"},"content":"of another erased person"}', 'ok', 1795943669582),
	(4, 35, '{"messageId":"5","conversationId":"l5","from":{"externalId":"merged","name":"Merged"},"content":"of the merged contact"}', 'ok', 1795943669583),
	(4, 36, '{"messageId":"6","conversationId":"l6","from":{"externalId":"surviving","name":"Surviving"},"content":"of the surviving contact"}', 'ok', 1795943669584),
	(4, 37, '{"action":"rating.submit","conversationId":"l1","rating":3,"ratedBy":"sigismund@example.com"}', 'ok', 1795943669584),
	(5, 38, '{"messageId":"1","conversationId":"u1","from":{"externalId":"unmerged","name":"Unmerged"},"content":"of the one"}', 'ok', 1795943669619),
	(5, 39, '{"messageId":"2","conversationId":"u2","from":{"externalId":"kept","name":"Kept"},"content":"of the other"}', 'ok', 1795943669620),
	(2, 40, '{"type":"content.resolve","refs":["https://files.example.com/label.pdf"],"conversationId":"c1"}', '{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}', 1795943669942);
INSERT INTO public.event_log_20261129 VALUES
	(1, 2, 1, 'inbound', 'message', 'ok', '', '[]', 'c1', 200, 2, 0, NULL, 1795943669305),
	(2, 2, 1, 'inbound', 'message', 'ok', '', '[]', 'c1', 200, 2, 0, NULL, 1795943669310),
	(3, 2, 1, 'inbound', 'message', 'ok', '', '["fields.due: must be a date such as 2026-11-27 or an ISO 8601 timestamp; it was left out"]', 'c1', 200, 0, 0, NULL, 1795943669313),
	(4, 2, 1, 'inbound', 'message', 'skipped', 'duplicate_message: a message with this messageId was received before', '[]', 'c1', 200, 0, 0, NULL, 1795943669316),
	(5, 2, 1, 'inbound', 'intent:updateinfo', 'ok', '', '[]', 'c1', 200, 0, 0, NULL, 1795943669317),
	(6, 2, 1, 'inbound', 'invalid', 'invalid', 'invalid_json: body must be one JSON object (fault near byte 17)', '[]', '', 200, 0, 0, NULL, 1795943669319),
	(7, 2, 1, 'inbound', 'invalid', 'unauthorized', 'signature_mismatch: the channel key is missing or wrong', '[]', '', 200, 0, 0, NULL, 1795943669320),
	(8, 2, 1, 'inbound', 'message', 'ok', '', '[]', 'c2', 200, 0, 0, NULL, 1795943669321),
	(9, 2, 1, 'outbound', 'message.created', 'ok', '', '[]', 'c1', 200, 0, 1, 1, 1795943669367),
	(10, 2, 1, 'outbound', 'message.created', 'ok', '', '[]', 'c1', 200, 0, 1, 2, 1795943669375),
	(11, 2, 1, 'outbound', 'query.contact.info', 'ok', '', '[]', 'c1', 200, 0, 0, NULL, 1795943669382),
	(12, 2, 1, 'inbound', 'action:rating.submit', 'ok', '', '[]', 'c1', 200, 1, 0, NULL, 1795943669385),
	(13, 2, 1, 'outbound', 'intent.confirm', 'ok', '', '[]', 'c1', 200, 0, 0, NULL, 1795943669390),
	(14, 2, 1, 'outbound', 'conversation.assigned', 'ok', '', '[]', 'c1', 200, 0, 1, 3, 1795943669390),
	(15, 2, 1, 'outbound', 'intent.confirm', 'ok', '', '[]', 'c1', 200, 0, 0, NULL, 1795943669394),
	(16, 2, 1, 'outbound', 'rating.submitted', 'ok', '', '[]', 'c1', 200, 0, 1, 4, 1795943669394),
	(17, 2, 1, 'outbound', 'conversation.resolved', 'ok', '', '[]', 'c1', 200, 0, 1, 5, 1795943669396),
	(18, 2, 1, 'outbound', 'intent.confirm', 'ok', '', '[]', 'c2', 200, 0, 0, NULL, 1795943669399),
	(19, 2, 1, 'outbound', 'rating.requested', 'ok', '', '[]', 'c1', 200, 0, 1, 6, 1795943669400),
	(20, 2, 1, 'outbound', 'conversation.closed', 'ok', '', '[]', 'c2', 200, 0, 1, 8, 1795943669404),
	(21, 2, 1, 'outbound', 'conversation.reopened', 'ok', '', '[]', 'c1', 200, 0, 1, 7, 1795943669404),
	(22, 2, 1, 'inbound', 'message', 'ok', '', '[]', 'c3', 200, 0, 0, NULL, 1795943669418),
	(23, 3, 6, 'inbound', 'message', 'ok', '', '[]', 'a1', 200, 1, 0, NULL, 1795943669431),
	(24, 3, 6, 'outbound', 'message.created', 'ok', '', '[]', 'a1', 200, 0, 1, 9, 1795943669438),
	(25, 2, 4, 'inbound', 'message', 'ok', '', '[]', 'r1', 200, 1, 0, NULL, 1795943669514),
	(26, 2, 4, 'outbound', 'message.created', 'failed', 'http_status: the receiver answered 400', '[]', 'r1', 400, 0, 1, 10, 1795943669523),
	(27, 2, 3, 'inbound', 'message', 'ok', '', '[]', 'b1', 200, 2, 0, NULL, 1795943669542),
	(28, 2, 3, 'outbound', 'message.created', 'failed', 'http_status: the receiver answered 503', '[]', 'b1', 503, 0, 1, 11, 1795943669550),
	(29, 2, 3, 'inbound', 'action:rating.submit', 'ok', '', '[]', 'b1', 200, 1, 0, NULL, 1795943669551),
	(30, 2, 5, 'inbound', 'message', 'ok', '', '[]', 'h1', 200, 1, 0, NULL, 1795943669557),
	(31, 4, 7, 'inbound', 'message', 'ok', '', '[]', 'l1', 200, 1, 0, NULL, 1795943669578),
	(32, 4, 7, 'inbound', 'message', 'ok', '', '[]', 'l2', 200, 0, 0, NULL, 1795943669580),
	(33, 4, 7, 'inbound', 'message', 'ok', '', '[]', 'l3', 200, 0, 0, NULL, 1795943669581),
	(34, 4, 7, 'inbound', 'message', 'ok', '', '[]', 'l4', 200, 0, 0, NULL, 1795943669582),
	(35, 4, 7, 'inbound', 'message', 'ok', '', '[]', 'l5', 200, 0, 0, NULL, 1795943669583),
	(36, 4, 7, 'inbound', 'message', 'ok', '', '[]', 'l6', 200, 0, 0, NULL, 1795943669584),
	(37, 4, 7, 'inbound', 'action:rating.submit', 'ok', '', '[]', 'l1', 200, 1, 0, NULL, 1795943669584),
	(38, 5, 8, 'inbound', 'message', 'ok', '', '[]', 'u1', 200, 0, 0, NULL, 1795943669619),
	(39, 5, 8, 'inbound', 'message', 'ok', '', '[]', 'u2', 200, 0, 0, NULL, 1795943669620),
	(40, 2, 1, 'outbound', 'content.resolve', 'ok', '', '[]', 'c1', 200, 0, 0, NULL, 1795943669942);
INSERT INTO public.field VALUES
	(1, 2, 'carrier', 'Carrier', 'select', 1, true, '["DHL","UPS"]', 0),
	(2, 2, 'order', 'Order', 'number', NULL, false, 'null', 1),
	(3, 2, 'vip', 'VIP', 'boolean', NULL, false, 'null', 2),
	(4, 2, 'due', 'Due', 'date', NULL, false, 'null', 3),
	(5, 2, 'note', 'Note', 'text', NULL, false, 'null', 4);
INSERT INTO public.field_value VALUES
	(2, 1, 5, 'by default'),
	(2, 1, 1, 'DHL'),
	(2, 1, 4, '2026-12-01'),
	(2, 1, 2, '4711'),
	(2, 1, 3, 'true'),
	(2, 2, 5, 'by default'),
	(2, 5, 5, 'by default'),
	(4, 10, 6, 'value of a deleted field');
INSERT INTO public.file VALUES
	(1, 2, 'bill.pdf', 'application/pdf', 13, '128368d1fc99602cac7daeaa13c578bc', 3, 1795943669340, NULL),
	(2, 4, 'gone.txt', 'text/plain', 25, 'ebfac7df75bea479ab7bfc12c2519363', 2, 1795943669613, NULL);
INSERT INTO public.file_use VALUES
	(2, 1, 6),
	(4, 2, 25);
INSERT INTO public.goose_db_version VALUES
	(1, 0, true, '2026-11-29 09:14:28.101319'),
	(2, 1, true, '2026-11-29 09:14:28.101319'),
	(3, 2, true, '2026-11-29 09:14:28.101319'),
	(4, 3, true, '2026-11-29 09:14:28.101319'),
	(5, 4, true, '2026-11-29 09:14:28.101319'),
	(6, 5, true, '2026-11-29 09:14:28.101319'),
	(7, 6, true, '2026-11-29 09:14:28.101319'),
	(8, 7, true, '2026-11-29 09:14:28.101319'),
	(9, 8, true, '2026-11-29 09:14:28.101319'),
	(10, 9, true, '2026-11-29 09:14:28.101319'),
	(11, 10, true, '2026-11-29 09:14:28.101319'),
	(12, 11, true, '2026-11-29 09:14:28.101319'),
	(13, 12, true, '2026-11-29 09:14:28.101319'),
	(14, 13, true, '2026-11-29 09:14:28.101319'),
	(15, 14, true, '2026-11-29 09:14:28.101319'),
	(16, 15, true, '2026-11-29 09:14:28.101319'),
	(17, 16, true, '2026-11-29 09:14:28.101319'),
	(18, 17, true, '2026-11-29 09:14:28.101319');
INSERT INTO public.history VALUES
	(1, 2, 1, 'message.edited', 'key', 1, 'scripts', '6', 1795943669369),
	(2, 2, 1, 'tags.changed', 'user', 3, 'Bob', 'late, gift', 1795943669383),
	(3, 2, 1, 'conversation.assigned', 'user', 3, 'Bob', '3', 1795943669384),
	(4, 2, 1, 'rating.submitted', 'channel', 1, 'Shop', '4', 1795943669385),
	(5, 2, 1, 'conversation.resolved', 'user', 3, 'Bob', 'open', 1795943669391),
	(6, 2, 1, 'conversation.reopened', 'user', 3, 'Bob', 'resolved', 1795943669396),
	(7, 2, 2, 'conversation.closed', 'user', 3, 'Bob', 'open', 1795943669400),
	(8, 3, 6, 'rating.submitted', 'key', 2, 'scripts', '5', 1795943669467),
	(9, 3, 6, 'conversation.resolved', 'user', 2, 'ann@acme.test', 'open', 1795943669509),
	(10, 2, 8, 'conversation.assigned', 'user', 3, 'Bob', '3', 1795943669550),
	(11, 2, 8, 'rating.submitted', 'channel', 3, 'Busy', '2', 1795943669551),
	(12, 2, 8, 'conversation.resolved', 'user', 3, 'Bob', 'open', 1795943669555),
	(13, 4, 10, 'rating.submitted', 'channel', 7, 'Late', '3', 1795943669584);
INSERT INTO public.idempotency VALUES
	(2, '2751bf5348e536871c8e9361a22cc3d4321e6005ebb8caf6a14a99d191b3b4e4', '2c14c17242fa81349b976c418b453119fc5c0af7694c15c51567fdfe65e99e97', 'e8edc88d53ef27cb1fb9edb199ea49b9', 201, '{"data":{"id":8,"conversationId":1,"authorType":"agent","authorName":"Grace","content":"By the API","contentType":"text","ai":false,"createdAt":"2026-11-29T09:14:29.372Z","externalId":null,"editedAt":null,"editCount":0,"readAt":null,"attachment":{"url":"https://files.example.com/label.pdf","filename":"label.pdf","mimeType":"application/pdf"},"attachments":[{"url":"https://files.example.com/label.pdf","filename":"label.pdf","mimeType":"application/pdf"}]}}', 1796030069372),
	(3, 'daf136d2fd0cc767d9e078a6d31abfb6d1c873a14235fff8af006c92657f721d', '956e2c1b75e6968cd5e5b6688b438c3bcfc6843571a90e7f73212405a572413d', '21d7bad5571479ee361fa1e72d0dc440', 201, '{"data":{"id":"12","conversationId":"6","role":"agent","content":"Answered","contentType":"text","sentAt":"2026-11-29T09:14:29.436Z","attachment":null,"attachments":[],"externalId":null}}', 1796030069436);
INSERT INTO public.login_token VALUES
	('b4d88d57bd7f3532fcb6ee244c4a3c3510afbb0049600ac424f7cdf744278ff3', 1, '/', 1795944568191, 1795943668191),
	('0052573aca391dbbace094d5683f1bd291dd30473064d160de53e942c930a588', 2, '/app/acme/inbox', 1795944568210, 1795943668210),
	('615342d8b55145c53cf579b9e2d7f400dc572085ce395b416585e2362ae68f74', 2, '/app/alfa/inbox', 1795944568233, 1795943668233),
	('62a4c72c2637e1930df0678d293ff3d6f0c84f693a08e45afed85b52e2a58eed', 2, '/app/late/inbox', 1795944568303, 1795943668303),
	('904cca4b652fc5d270cfa7e4bc042498daf89728cbd2ea844334a668fcd27458', 2, '/app/later/inbox', 1795944568344, 1795943668344),
	('4bdba14a065681473899c9d7d6059704260c2a4e13fe53d429d58451ea879490', 3, '/app/acme/inbox', 1795944568952, 1795943668952),
	('0fc4892ddd50cb6b2e303a13c43e179927036e6e2a4866676a12309f55abb55f', 4, '/app/acme/inbox', 1795944568962, 1795943668962),
	('b791bb785a87a9d04addbaf8bb1e6910fbc590969118a03abbe00bde60b4827b', 3, '/app/alfa/inbox', 1795944568972, 1795943668972),
	('e388e0ad06f04d947549e46ad1e782b36eed934134304244375182c2703d0c76', 3, '/', 1795944569217, 1795943669217);
INSERT INTO public.member VALUES
	(1, 1, 'admin', 1795943668163, ''),
	(2, 2, 'admin', 1795943668206, ''),
	(3, 2, 'admin', 1795943668232, ''),
	(4, 2, 'admin', 1795943668267, ''),
	(5, 2, 'admin', 1795943668341, ''),
	(2, 3, 'agent', 1795943668950, 'Bob'),
	(2, 4, 'agent', 1795943668957, ''),
	(3, 3, 'agent', 1795943668966, 'Robert');
INSERT INTO public.message VALUES
	(1, 2, 1, 'message', 'customer', 'Zoë', 'zoe@example.com', 'cust-1', NULL, 1, '<p>Where is <b>it</b>?</p>', 'html', false, 'm1', '[{"URL":"https://files.example.com/a.png","Filename":"a.png","MIMEType":"image/png"}]', 1795943669305, 1795943669305, NULL, 0, NULL),
	(2, 2, 1, 'message', 'agent', 'Bobby', '', 'staff-7', 3, NULL, 'I am looking', 'text', false, 'm2', '[]', 1793527200000, 1795943669310, NULL, 0, NULL),
	(3, 2, 1, 'message', 'bot', 'Robot', '', 'robot', NULL, NULL, 'Beep', 'text', false, 'm3', '[]', 1795943669313, 1795943669313, NULL, 0, NULL),
	(5, 2, 2, 'message', 'customer', 'Yann', 'yann@example.com', 'cust-2', NULL, 2, 'An order', 'text', false, 'm6', '[]', 1795943669321, 1795943669321, NULL, 0, NULL),
	(7, 2, 1, 'note', 'agent', 'Bob', 'bob@acme.test', '', 3, NULL, 'She called twice.', 'text', false, NULL, '[]', 1795943669365, 1795943669365, NULL, 0, NULL),
	(8, 2, 1, 'message', 'agent', 'Grace', 'grace@example.com', '', NULL, NULL, 'By the API', 'text', false, NULL, '[{"URL":"https://files.example.com/label.pdf","Filename":"label.pdf","MIMEType":"application/pdf"}]', 1795943669372, 1795943669372, NULL, 0, NULL),
	(6, 2, 1, 'message', 'agent', 'Bob', 'bob@acme.test', '', 3, NULL, 'It is on **its** way.', 'text', false, NULL, '[{"URL":"","Filename":"bill.pdf","MIMEType":"application/pdf","File":1}]', 1795943669349, 1795943669349, 1795943669369, 1, 1795943669376),
	(9, 2, 4, 'message', 'customer', 'Mary', '', '', NULL, 4, 'Hello from long ago', 'text', false, 'm-1', '[]', 1714636800000, 1795943669410, NULL, 0, NULL),
	(10, 2, 5, 'message', 'customer', 'K. Nowak', 'nowak@example.com', 'twin-2', NULL, 6, 'From the twin', 'text', false, 'm7', '[]', 1795943669418, 1795943669418, NULL, 0, NULL),
	(11, 3, 6, 'message', 'customer', 'Ole', 'ole@example.com', 'alfa-1', NULL, 7, 'Hello', 'text', false, 'm1', '[{"URL":"https://files.example.com/b.png","Filename":"","MIMEType":""}]', 1795943669431, 1795943669431, NULL, 0, NULL),
	(12, 3, 6, 'message', 'agent', 'Grace', 'grace@example.com', '', NULL, NULL, 'Answered', 'text', false, NULL, '[]', 1795943669436, 1795943669436, NULL, 0, NULL),
	(13, 2, 7, 'message', 'customer', '', '', 'cust-3', NULL, 8, 'x', 'text', false, 'r1', '[]', 1795943669514, 1795943669514, NULL, 0, NULL),
	(14, 2, 7, 'message', 'agent', 'Bob', 'bob@acme.test', '', 3, NULL, 'Nobody takes this', 'text', false, NULL, '[]', 1795943669521, 1795943669521, NULL, 0, NULL),
	(15, 2, 8, 'message', 'customer', '', '', 'cust-4', NULL, 9, 'x', 'text', false, 'b1', '[]', 1795943669542, 1795943669542, NULL, 0, NULL),
	(16, 2, 8, 'message', 'agent', 'Bob', 'bob@acme.test', '', 3, NULL, 'First, with all of its data', 'text', false, NULL, '[{"URL":"https://files.example.com/c.pdf","Filename":"c.pdf","MIMEType":"application/pdf"}]', 1795943669547, 1795943669547, NULL, 0, NULL),
	(17, 2, 9, 'message', 'customer', '', '', 'cust-5', NULL, 10, 'x', 'text', false, 'h1', '[]', 1795943669557, 1795943669557, NULL, 0, NULL),
	(18, 2, 9, 'message', 'agent', 'Bob', 'bob@acme.test', '', 3, NULL, 'Cut off', 'text', false, NULL, '[]', 1795943669560, 1795943669560, NULL, 0, NULL),
	(19, 4, 10, 'message', 'customer', 'Stays', '', 'stays', NULL, 11, 'it stays', 'text', false, '1', '[]', 1795943669578, 1795943669578, NULL, 0, NULL),
	(20, 4, 11, 'message', 'customer', 'Deleted conversation', '', 'deleted', NULL, 12, 'of a deleted conversation', 'text', false, '2', '[]', 1795943669580, 1795943669580, NULL, 0, NULL),
	(22, 4, 13, 'message', 'customer', 'Sigismund Erasmus', 'sigismund@example.com', 'erased-2', NULL, 14, 'of another erased person', 'text', false, '4', '[]', 1795943669582, 1795943669582, NULL, 0, NULL),
	(23, 4, 14, 'message', 'customer', 'Merged', '', 'merged', NULL, 15, 'of the merged contact', 'text', false, '5', '[]', 1795943669583, 1795943669583, NULL, 0, NULL),
	(24, 4, 15, 'message', 'customer', 'Surviving', '', 'surviving', NULL, 16, 'of the surviving contact', 'text', false, '6', '[]', 1795943669584, 1795943669584, NULL, 0, NULL),
	(25, 4, 11, 'message', 'agent', 'ann@acme.test', 'ann@acme.test', '', 2, NULL, 'see the file', 'text', false, NULL, '[{"URL":"","Filename":"gone.txt","MIMEType":"text/plain","File":2}]', 1795943669616, 1795943669616, NULL, 0, NULL),
	(26, 5, 16, 'message', 'customer', 'Unmerged', '', 'unmerged', NULL, 17, 'of the one', 'text', false, '1', '[]', 1795943669619, 1795943669619, NULL, 0, NULL),
	(27, 5, 17, 'message', 'customer', 'Kept', '', 'kept', NULL, 18, 'of the other', 'text', false, '2', '[]', 1795943669620, 1795943669620, NULL, 0, NULL);
INSERT INTO public.message_key VALUES
	(2, '6b4ksTJO6XYdr7o6G3Tdfw'),
	(2, 'E9tmUngjI0j38dn8GVurZQ'),
	(2, '_9-ouqPTBgE2VRLFUoGJ-g'),
	(2, 'Wsx1q9ewOZ7vPY9mpea8fQ'),
	(2, 'XhyMHKRAVy5QVIAw6Zz3DQ'),
	(2, '8xLgRyNGm5Q591peQwyQ9Q'),
	(3, 'k1LVpF606R07ekAD1wCC9Q'),
	(2, 'mFkPUkgGGclHz1A5kJskmQ'),
	(2, 'LKMZ5J6RnGvczV2D6fisDA'),
	(2, '-t2EvfZunh4Eb6tB-43-Fw'),
	(4, 'v5lBfTrJA2doEodsEHUPBA'),
	(4, 'wvy-S8F-te4WUlkMn8G1Aw'),
	(4, 'PiTOjQSeAwndYkQLFZBtzw'),
	(4, '4EdqoZcHnFYDTxgLqBa-eQ'),
	(4, '2G9yA1j9mE3IlGrI72bYUQ'),
	(4, '-9QXs621Pi01S0GwVBPC6w'),
	(5, 'zxVscPfAHDxlY1oNWrVF_Q'),
	(5, '2nKtAAvn2VzoKwYcpDrYrw');
INSERT INTO public.message_version VALUES
	(2, 6, 1, 'It is on its way.', 'emphasis', 'key', 1, 'scripts', 1795943669369);
INSERT INTO public.participant VALUES
	(1, 2, 1, 'Dan', 'dan@example.com', '', 'cc', 1795943669305),
	(2, 2, 1, '', '', 'p2', 'observer', 1795943669305);
INSERT INTO public.person VALUES
	(1, 'admin@localhost', 'admin@localhost', '', 1795943668163),
	(2, 'ann@acme.test', 'ann@acme.test', '', 1795943668206),
	(3, 'bob@acme.test', 'bob@acme.test', 'Bob', 1795943668950),
	(4, 'eve@acme.test', 'eve@acme.test', '', 1795943668957);
INSERT INTO public.rating VALUES
	(1, 2, 1, 4, 'Fine', 'zoe@example.com', 1795943669385, 3),
	(2, 3, 6, 5, '', '', 1795943669467, NULL),
	(3, 2, 8, 2, 'Slow', 'cust-4', 1795943669551, 3),
	(4, 4, 10, 3, '', 'sigismund@example.com', 1795943669584, NULL);
INSERT INTO public.removal VALUES
	(4, 'scrub', 13, ''),
	(4, 'contact', 14, '{"Contacts":[14],"Markers":{"Emails":["sigismund@example.com"],"Values":["Sigismund Erasmus","erased-2"]},"Stage":2,"After":"","Now":0,"Trace":{"Channel":0,"ExternalID":"","SentAt":1795943669582,"Message":22,"Emptied":false,"Event":0,"Until":0},"Rename":""}'),
	(4, 'conversation', 11, '{"Channel":7,"ExternalID":"l2","SentAt":-1,"Message":0,"Emptied":false,"Event":0,"Until":32}'),
	(4, 'category', 3, ''),
	(4, 'field', 6, ''),
	(4, 'merge', 15, ''),
	(5, 'unmerge', 17, '18');
INSERT INTO public.report_count VALUES
	(2, 20786, 'response', 5, 1, 0, 1, 5),
	(2, 20786, 'message.out', 0, 1, 0, 4, 0),
	(2, 20786, 'rating', 4, 1, 3, 1, 0),
	(2, 20786, 'resolution', 5, 1, 3, 1, 86),
	(2, 20786, 'resolved', 0, 1, 3, 1, 0),
	(2, 20786, 'reopened', 0, 1, 3, 1, 0),
	(2, 20786, 'closed', 0, 1, 0, 1, 0),
	(2, 20786, 'resolution', 5, 1, 0, 1, 79),
	(2, 20786, 'message.in', 0, 1, 0, 3, 0),
	(2, 20786, 'opened', 0, 1, 0, 4, 0),
	(3, 20786, 'message.in', 0, 6, 0, 1, 0),
	(3, 20786, 'opened', 0, 6, 0, 1, 0),
	(3, 20786, 'message.out', 0, 6, 0, 1, 0),
	(3, 20786, 'response', 5, 6, 0, 1, 5),
	(3, 20786, 'rating', 5, 6, 0, 1, 0),
	(3, 20786, 'resolution', 5, 6, 0, 1, 78),
	(3, 20786, 'resolved', 0, 6, 0, 1, 0),
	(2, 20786, 'message.in', 0, 4, 0, 1, 0),
	(2, 20786, 'opened', 0, 4, 0, 1, 0),
	(2, 20786, 'message.out', 0, 4, 0, 1, 0),
	(2, 20786, 'response', 5, 4, 0, 1, 7),
	(2, 20786, 'message.in', 0, 3, 0, 1, 0),
	(2, 20786, 'opened', 0, 3, 0, 1, 0),
	(2, 20786, 'message.out', 0, 3, 0, 1, 0),
	(2, 20786, 'response', 5, 3, 0, 1, 5),
	(2, 20786, 'rating', 2, 3, 3, 1, 0),
	(2, 20786, 'resolution', 5, 3, 3, 1, 13),
	(2, 20786, 'resolved', 0, 3, 3, 1, 0),
	(2, 20786, 'message.in', 0, 5, 0, 1, 0),
	(2, 20786, 'opened', 0, 5, 0, 1, 0),
	(2, 20786, 'message.out', 0, 5, 0, 1, 0),
	(2, 20786, 'response', 5, 5, 0, 1, 3),
	(4, 20786, 'message.in', 0, 7, 0, 6, 0),
	(4, 20786, 'opened', 0, 7, 0, 6, 0),
	(4, 20786, 'rating', 3, 7, 0, 1, 0),
	(4, 20786, 'message.out', 0, 7, 0, 1, 0),
	(4, 20786, 'response', 5, 7, 0, 1, 36),
	(5, 20786, 'message.in', 0, 8, 0, 2, 0),
	(5, 20786, 'opened', 0, 8, 0, 2, 0);
INSERT INTO public.saved_reply VALUES
	(1, 2, 'On its way', 'It is on **its** way.', 'Way', 'way'),
	(2, 3, 'Hello', 'Hello there', '', NULL);
INSERT INTO public.search_dirty VALUES
	(2, 'contact', 1, 0, 1),
	(2, 'message', 6, 0, 2),
	(2, 'contact', 6, 0, 3),
	(2, 'contact', 5, 0, 4),
	(2, 'head', 5, 0, 5),
	(5, 'head', 16, 0, 8),
	(4, 'conversation', 12, 0, 9),
	(4, 'conversation', 11, 0, 10),
	(4, 'contact', 15, 0, 11),
	(4, 'contact', 16, 0, 12),
	(5, 'contact', 18, 0, 13),
	(5, 'contact', 17, 0, 14);
INSERT INTO public.secret VALUES
	(1, 2, 'crm.token', 'CRM', 'Of the CRM', '\x0160dcdae2ca4ef6cbf5707b58eb04634e9a125e2f52cf64d5ec9400fd07b522bd36301a38a857761443086ca8', 1795943669243, 1795943669243);
INSERT INTO public.server_setting VALUES
	('master_key_check', '0160dcdae2ca4ef6cb31405f79f8408ab8b69b0f06fd93dbf46695d1cc968fc8e5983d350f9e1f7f0d'),
	('first_admin', '');
INSERT INTO public.session VALUES
	('9805895a05a978d0afe1376702ecba7991e91f5fcc8ab879d1277dfb9e129b3e', 'fc405a65897961b19e096469', 2, 1795943668712, 1795943668712, '127.0.0.1', 'Go-http-client/1.1'),
	('b294294b8e66df2de9d119cb833218c9fab0be76406266784f0538594ae16bbe', '8de03c72bbc03f46787f2614', 1, 1795943668905, 1795943668905, '127.0.0.1', 'Go-http-client/1.1'),
	('0ecb222aa9bf8c1e237e9adbc5aad7a664e7b129092a69d3069d6b872abea0da', '8b8654907840282b5b6ee8f6', 3, 1795943669122, 1795943669122, '127.0.0.1', 'Go-http-client/1.1');
INSERT INTO public.staff_link VALUES
	(1, 2, 1, 'staff-7', 3, 'Shop', 'Bobby');
INSERT INTO public.workspace VALUES
	(1, 'main', 'Main', 'B', 'business', true, NULL, true, 1795943668160),
	(4, 'late', 'Late', 'B', 'free', true, NULL, false, 1795943668265),
	(5, 'later', 'Later', 'A', 'free', true, NULL, false, 1795943668340),
	(3, 'alfa', 'Alfa', 'A', 'free', true, '["conversations:read","conversations:write","messages:read","messages:write","contacts:read","contacts:write","ratings:write"]', false, 1795943668231),
	(2, 'acme', 'Acme Support', 'B', 'business', true, NULL, false, 1795943668205);
SELECT pg_catalog.setval('public.api_key_id', 3, true);
SELECT pg_catalog.setval('public.audit_id', 43, true);
SELECT pg_catalog.setval('public.back_request_id', 1, false);
SELECT pg_catalog.setval('public.category_id', 3, true);
SELECT pg_catalog.setval('public.channel_id', 8, true);
SELECT pg_catalog.setval('public.contact_id', 18, true);
SELECT pg_catalog.setval('public.conversation_id', 17, true);
SELECT pg_catalog.setval('public.delivery_id', 15, true);
SELECT pg_catalog.setval('public.discard_id', 1, false);
SELECT pg_catalog.setval('public.event_log_id', 40, true);
SELECT pg_catalog.setval('public.field_id', 6, true);
SELECT pg_catalog.setval('public.file_id', 2, true);
SELECT pg_catalog.setval('public.goose_db_version_id_seq', 18, true);
SELECT pg_catalog.setval('public.history_id', 13, true);
SELECT pg_catalog.setval('public.message_id', 27, true);
SELECT pg_catalog.setval('public.participant_id', 2, true);
SELECT pg_catalog.setval('public.person_id', 4, true);
SELECT pg_catalog.setval('public.rating_id', 4, true);
SELECT pg_catalog.setval('public.saved_reply_id', 2, true);
SELECT pg_catalog.setval('public.search_dirty_id', 15, true);
SELECT pg_catalog.setval('public.secret_id', 1, true);
SELECT pg_catalog.setval('public.staff_link_id', 1, true);
SELECT pg_catalog.setval('public.workspace_id', 5, true);
ALTER TABLE ONLY public.agent_read
    ADD CONSTRAINT agent_read_pkey PRIMARY KEY (workspace_id, conversation_id, user_id);
ALTER TABLE ONLY public.ai_setting
    ADD CONSTRAINT ai_setting_pkey PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.back_request
    ADD CONSTRAINT back_request_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.change
    ADD CONSTRAINT change_pkey PRIMARY KEY (workspace_id, seq);
ALTER TABLE ONLY public.channel
    ADD CONSTRAINT channel_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.contact_merge
    ADD CONSTRAINT contact_merge_pkey PRIMARY KEY (workspace_id, contact_id);
ALTER TABLE ONLY public.contact_move
    ADD CONSTRAINT contact_move_pkey PRIMARY KEY (workspace_id, contact_id, conversation_id);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.contact_visit
    ADD CONSTRAINT contact_visit_pkey PRIMARY KEY (workspace_id, contact_id, conversation_id);
ALTER TABLE ONLY public.content_url
    ADD CONSTRAINT content_url_pkey PRIMARY KEY (workspace_id, conversation_id, ref);
ALTER TABLE ONLY public.conversation
    ADD CONSTRAINT conversation_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.counter
    ADD CONSTRAINT counter_pkey PRIMARY KEY (workspace_id, name);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.discard
    ADD CONSTRAINT discard_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.event_body
    ADD CONSTRAINT event_body_pkey PRIMARY KEY (workspace_id, event_id);
ALTER TABLE ONLY public.event_log
    ADD CONSTRAINT event_log_pkey PRIMARY KEY (workspace_id, id, created_at);
ALTER TABLE ONLY public.event_log_20261129
    ADD CONSTRAINT event_log_20261129_pkey PRIMARY KEY (workspace_id, id, created_at);
ALTER TABLE ONLY public.event_log_20261130
    ADD CONSTRAINT event_log_20261130_pkey PRIMARY KEY (workspace_id, id, created_at);
ALTER TABLE ONLY public.event_log_20261201
    ADD CONSTRAINT event_log_20261201_pkey PRIMARY KEY (workspace_id, id, created_at);
ALTER TABLE ONLY public.event_log_20261202
    ADD CONSTRAINT event_log_20261202_pkey PRIMARY KEY (workspace_id, id, created_at);
ALTER TABLE ONLY public.event_log_20261203
    ADD CONSTRAINT event_log_20261203_pkey PRIMARY KEY (workspace_id, id, created_at);
ALTER TABLE ONLY public.event_log_20261204
    ADD CONSTRAINT event_log_20261204_pkey PRIMARY KEY (workspace_id, id, created_at);
ALTER TABLE ONLY public.event_log_20261205
    ADD CONSTRAINT event_log_20261205_pkey PRIMARY KEY (workspace_id, id, created_at);
ALTER TABLE ONLY public.event_log_default
    ADD CONSTRAINT event_log_default_pkey PRIMARY KEY (workspace_id, id, created_at);
ALTER TABLE ONLY public.field
    ADD CONSTRAINT field_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.field_value
    ADD CONSTRAINT field_value_pkey PRIMARY KEY (workspace_id, conversation_id, field_id);
ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.file_use
    ADD CONSTRAINT file_use_pkey PRIMARY KEY (workspace_id, file_id, message_id);
ALTER TABLE ONLY public.goose_db_version
    ADD CONSTRAINT goose_db_version_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.history
    ADD CONSTRAINT history_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (workspace_id, key);
ALTER TABLE ONLY public.login_token
    ADD CONSTRAINT login_token_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (workspace_id, user_id);
ALTER TABLE ONLY public.message_key
    ADD CONSTRAINT message_key_pkey PRIMARY KEY (workspace_id, key);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.message_version
    ADD CONSTRAINT message_version_pkey PRIMARY KEY (workspace_id, message_id, number);
ALTER TABLE ONLY public.participant
    ADD CONSTRAINT participant_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.removal
    ADD CONSTRAINT removal_pkey PRIMARY KEY (workspace_id, kind, target_id);
ALTER TABLE ONLY public.report_count
    ADD CONSTRAINT report_count_pkey PRIMARY KEY (workspace_id, day, measure, part, channel_id, user_id);
ALTER TABLE ONLY public.saved_reply
    ADD CONSTRAINT saved_reply_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.search_dirty
    ADD CONSTRAINT search_dirty_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.search_document
    ADD CONSTRAINT search_document_pkey PRIMARY KEY (workspace_id, conversation_id, message_id);
ALTER TABLE ONLY public.search_position
    ADD CONSTRAINT search_position_pkey PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.secret
    ADD CONSTRAINT secret_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.server_setting
    ADD CONSTRAINT server_setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.staff_link
    ADD CONSTRAINT staff_link_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.workspace
    ADD CONSTRAINT workspace_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX api_key_hash ON public.api_key USING btree (hash);
CREATE INDEX back_request_contact ON public.back_request USING btree (workspace_id, contact_id, type, created_at);
CREATE UNIQUE INDEX category_name ON public.category USING btree (workspace_id, name_key);
CREATE INDEX channel_id_alone ON public.channel USING btree (id);
CREATE INDEX channel_ping ON public.channel USING btree (next_ping_at) WHERE (next_ping_at IS NOT NULL);
CREATE UNIQUE INDEX contact_email ON public.contact USING btree (workspace_id, email_key) WHERE (email_key IS NOT NULL);
CREATE UNIQUE INDEX contact_external_id ON public.contact USING btree (workspace_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX contact_merged ON public.contact USING btree (workspace_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX contact_search ON public.contact USING gin (array_to_tsvector(string_to_array(search, ' '::text)));
CREATE INDEX conversation_assignee ON public.conversation USING btree (workspace_id, assigned_to, updated_at, id) WHERE (assigned_to IS NOT NULL);
CREATE INDEX conversation_category ON public.conversation USING btree (workspace_id, category_id, updated_at, id) WHERE (category_id IS NOT NULL);
CREATE INDEX conversation_channel ON public.conversation USING btree (workspace_id, channel_id, id);
CREATE INDEX conversation_contact ON public.conversation USING btree (workspace_id, contact_id, id) WHERE (contact_id IS NOT NULL);
CREATE UNIQUE INDEX conversation_external_id ON public.conversation USING btree (workspace_id, external_id, channel_id) WHERE (external_id IS NOT NULL);
CREATE INDEX conversation_view ON public.conversation USING btree (workspace_id, status, (
CASE
    WHEN (assigned_to IS NULL) THEN 1
    ELSE 0
END), updated_at, id, assigned_to);
CREATE INDEX delivery_due ON public.delivery USING btree (workspace_id, channel_id, due_at, id) WHERE (state = ANY (ARRAY['ready'::text, 'resend'::text]));
CREATE INDEX delivery_ended ON public.delivery USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX delivery_failed ON public.delivery USING btree (workspace_id, channel_id, ended_at, id) WHERE (state = 'failed'::text);
CREATE INDEX delivery_pending ON public.delivery USING btree (workspace_id, conversation_id, id) WHERE (state = ANY (ARRAY['ready'::text, 'waiting'::text]));
CREATE INDEX event_body_age ON public.event_body USING btree (created_at);
CREATE INDEX event_log_conversation ON ONLY public.event_log USING btree (workspace_id, channel_id, conversation_id, id) WHERE (conversation_id <> ''::text);
CREATE INDEX event_log_20261129_workspace_id_channel_id_conversation_id__idx ON public.event_log_20261129 USING btree (workspace_id, channel_id, conversation_id, id) WHERE (conversation_id <> ''::text);
CREATE INDEX event_log_channel ON ONLY public.event_log USING btree (workspace_id, channel_id, id);
CREATE INDEX event_log_20261129_workspace_id_channel_id_id_idx ON public.event_log_20261129 USING btree (workspace_id, channel_id, id);
CREATE INDEX event_log_20261130_workspace_id_channel_id_conversation_id__idx ON public.event_log_20261130 USING btree (workspace_id, channel_id, conversation_id, id) WHERE (conversation_id <> ''::text);
CREATE INDEX event_log_20261130_workspace_id_channel_id_id_idx ON public.event_log_20261130 USING btree (workspace_id, channel_id, id);
CREATE INDEX event_log_20261201_workspace_id_channel_id_conversation_id__idx ON public.event_log_20261201 USING btree (workspace_id, channel_id, conversation_id, id) WHERE (conversation_id <> ''::text);
CREATE INDEX event_log_20261201_workspace_id_channel_id_id_idx ON public.event_log_20261201 USING btree (workspace_id, channel_id, id);
CREATE INDEX event_log_20261202_workspace_id_channel_id_conversation_id__idx ON public.event_log_20261202 USING btree (workspace_id, channel_id, conversation_id, id) WHERE (conversation_id <> ''::text);
CREATE INDEX event_log_20261202_workspace_id_channel_id_id_idx ON public.event_log_20261202 USING btree (workspace_id, channel_id, id);
CREATE INDEX event_log_20261203_workspace_id_channel_id_conversation_id__idx ON public.event_log_20261203 USING btree (workspace_id, channel_id, conversation_id, id) WHERE (conversation_id <> ''::text);
CREATE INDEX event_log_20261203_workspace_id_channel_id_id_idx ON public.event_log_20261203 USING btree (workspace_id, channel_id, id);
CREATE INDEX event_log_20261204_workspace_id_channel_id_conversation_id__idx ON public.event_log_20261204 USING btree (workspace_id, channel_id, conversation_id, id) WHERE (conversation_id <> ''::text);
CREATE INDEX event_log_20261204_workspace_id_channel_id_id_idx ON public.event_log_20261204 USING btree (workspace_id, channel_id, id);
CREATE INDEX event_log_20261205_workspace_id_channel_id_conversation_id__idx ON public.event_log_20261205 USING btree (workspace_id, channel_id, conversation_id, id) WHERE (conversation_id <> ''::text);
CREATE INDEX event_log_20261205_workspace_id_channel_id_id_idx ON public.event_log_20261205 USING btree (workspace_id, channel_id, id);
CREATE INDEX event_log_default_workspace_id_channel_id_conversation_id_i_idx ON public.event_log_default USING btree (workspace_id, channel_id, conversation_id, id) WHERE (conversation_id <> ''::text);
CREATE INDEX event_log_default_workspace_id_channel_id_id_idx ON public.event_log_default USING btree (workspace_id, channel_id, id);
CREATE UNIQUE INDEX field_key ON public.field USING btree (workspace_id, key);
CREATE INDEX field_value_field ON public.field_value USING btree (workspace_id, field_id);
CREATE INDEX file_unused ON public.file USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX history_conversation ON public.history USING btree (workspace_id, conversation_id, id);
CREATE INDEX idempotency_age ON public.idempotency USING btree (expires_at);
CREATE INDEX member_user ON public.member USING btree (user_id);
CREATE INDEX message_thread ON public.message USING btree (workspace_id, conversation_id, sent_at, id, kind);
CREATE INDEX message_unread ON public.message USING btree (workspace_id, conversation_id) WHERE ((read_at IS NULL) AND (author_type <> 'customer'::text));
CREATE INDEX participant_conversation ON public.participant USING btree (workspace_id, conversation_id, id);
CREATE UNIQUE INDEX person_email ON public.person USING btree (email_key);
CREATE UNIQUE INDEX rating_conversation ON public.rating USING btree (workspace_id, conversation_id);
CREATE UNIQUE INDEX saved_reply_shortcut ON public.saved_reply USING btree (workspace_id, shortcut_key) WHERE (shortcut_key IS NOT NULL);
CREATE UNIQUE INDEX search_dirty_target ON public.search_dirty USING btree (workspace_id, kind, target_id);
CREATE INDEX search_document_words ON public.search_document USING gin (array_to_tsvector(string_to_array(words, ' '::text))) WITH (gin_pending_list_limit='128');
CREATE UNIQUE INDEX secret_key ON public.secret USING btree (workspace_id, key);
CREATE INDEX session_person ON public.session USING btree (user_id);
CREATE UNIQUE INDEX staff_link_external_id ON public.staff_link USING btree (workspace_id, channel_id, external_id);
CREATE UNIQUE INDEX workspace_slug ON public.workspace USING btree (slug);
ALTER INDEX public.event_log_pkey ATTACH PARTITION public.event_log_20261129_pkey;
ALTER INDEX public.event_log_conversation ATTACH PARTITION public.event_log_20261129_workspace_id_channel_id_conversation_id__idx;
ALTER INDEX public.event_log_channel ATTACH PARTITION public.event_log_20261129_workspace_id_channel_id_id_idx;
ALTER INDEX public.event_log_pkey ATTACH PARTITION public.event_log_20261130_pkey;
ALTER INDEX public.event_log_conversation ATTACH PARTITION public.event_log_20261130_workspace_id_channel_id_conversation_id__idx;
ALTER INDEX public.event_log_channel ATTACH PARTITION public.event_log_20261130_workspace_id_channel_id_id_idx;
ALTER INDEX public.event_log_pkey ATTACH PARTITION public.event_log_20261201_pkey;
ALTER INDEX public.event_log_conversation ATTACH PARTITION public.event_log_20261201_workspace_id_channel_id_conversation_id__idx;
ALTER INDEX public.event_log_channel ATTACH PARTITION public.event_log_20261201_workspace_id_channel_id_id_idx;
ALTER INDEX public.event_log_pkey ATTACH PARTITION public.event_log_20261202_pkey;
ALTER INDEX public.event_log_conversation ATTACH PARTITION public.event_log_20261202_workspace_id_channel_id_conversation_id__idx;
ALTER INDEX public.event_log_channel ATTACH PARTITION public.event_log_20261202_workspace_id_channel_id_id_idx;
ALTER INDEX public.event_log_pkey ATTACH PARTITION public.event_log_20261203_pkey;
ALTER INDEX public.event_log_conversation ATTACH PARTITION public.event_log_20261203_workspace_id_channel_id_conversation_id__idx;
ALTER INDEX public.event_log_channel ATTACH PARTITION public.event_log_20261203_workspace_id_channel_id_id_idx;
ALTER INDEX public.event_log_pkey ATTACH PARTITION public.event_log_20261204_pkey;
ALTER INDEX public.event_log_conversation ATTACH PARTITION public.event_log_20261204_workspace_id_channel_id_conversation_id__idx;
ALTER INDEX public.event_log_channel ATTACH PARTITION public.event_log_20261204_workspace_id_channel_id_id_idx;
ALTER INDEX public.event_log_pkey ATTACH PARTITION public.event_log_20261205_pkey;
ALTER INDEX public.event_log_conversation ATTACH PARTITION public.event_log_20261205_workspace_id_channel_id_conversation_id__idx;
ALTER INDEX public.event_log_channel ATTACH PARTITION public.event_log_20261205_workspace_id_channel_id_id_idx;
ALTER INDEX public.event_log_pkey ATTACH PARTITION public.event_log_default_pkey;
ALTER INDEX public.event_log_conversation ATTACH PARTITION public.event_log_default_workspace_id_channel_id_conversation_id_i_idx;
ALTER INDEX public.event_log_channel ATTACH PARTITION public.event_log_default_workspace_id_channel_id_id_idx;
