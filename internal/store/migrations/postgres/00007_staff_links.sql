-- +goose Up
-- Who of the members a sender of staff messages is.
CREATE TABLE staff_link (
    id            bigint  NOT NULL,
    workspace_id  bigint  NOT NULL,
    channel_id    bigint  NOT NULL,
    external_id   text    NOT NULL,
    user_id       bigint  NOT NULL,
    platform_name text    NOT NULL,
    display_name  text    NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE staff_link_id AS bigint;
CREATE UNIQUE INDEX staff_link_external_id ON staff_link (workspace_id, channel_id, external_id);
