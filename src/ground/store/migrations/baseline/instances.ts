export const INSTANCES = `
create table hubs (
  slug text not null primary key,
  name text not null,
  description text not null,
  catalog text not null,
  updated_at_ms bigint not null,
  mcp_url text,
  mcp_sign_in_url text,
  problems text not null default '[]'
);

-- Bridges that serve Hubs. In a gateway, each Hub has its own location of events (inbox) and chats.
create table hub_servers (
  hub text not null,
  instance text not null,
  address text not null,
  version text not null,
  started_at_ms bigint not null,
  heard_at_ms bigint not null,
  machine_id text,
  hub_version bigint,
  inbox text,
  chats text,
  constraint hub_servers_pk primary key (hub, instance)
);

-- Instances, with settings that instances of a database must share.
create table machines (
  id text not null primary key,
  name text not null,
  version text not null,
  folder text not null,
  started_at_ms bigint not null,
  heard_at_ms bigint not null,
  ended_at_ms bigint,
  draining integer not null default 0,
  secrets text,
  bus integer not null default 0,
  blobs text,
  inbox text,
  chats text,
  generation integer not null default 1
);

create table hub_versions (
  hub text not null,
  number integer not null,
  digest text not null,
  made_by text not null,
  made_at_ms bigint not null,
  note text,
  constraint hub_versions_key primary key (hub, number)
);

create table hub_version_files (
  hub text not null,
  number integer not null,
  path text not null,
  executable integer not null,
  size bigint not null,
  hash text not null,
  constraint hub_version_files_key primary key (hub, number, path)
);
create index hub_version_files_by_hash on hub_version_files (hash);

create table hub_current_versions (
  hub text primary key,
  number integer not null,
  switched_by text not null,
  switched_at_ms bigint not null
);

-- Bytes in object storage that instances share.
create table blob_holds (
  area text not null,
  hash text not null,
  held_at_ms bigint not null,
  leaving_at_ms bigint,
  constraint blob_holds_key primary key (area, hash)
);
`
