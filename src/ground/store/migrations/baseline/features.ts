export const FEATURES = `
-- Conversations with people at messaging providers, their messages, and the messages to them.
create table conversations (
  hub text not null,
  channel text not null,
  id text not null,
  kind text not null,
  name text,
  chat integer not null,
  closed text,
  received_at_ms bigint not null,
  lease_owner text,
  lease_until_ms bigint,
  constraint conversations_pk primary key (hub, channel, id)
);

create table messages (
  id text not null primary key,
  hub text not null,
  channel text not null,
  key text not null,
  conversation text not null,
  arrival text not null,
  handles text not null,
  sender_name text,
  email text,
  text text not null,
  media text not null,
  reply_to text,
  is_addressed integer not null,
  written_at_ms bigint not null,
  received_at_ms bigint not null,
  state text not null,
  reason text,
  attempts integer not null,
  due_at_ms bigint not null,
  chat integer,
  answer text,
  ended_at_ms bigint,
  joined_to text,
  album text,
  revision integer,
  stop_asked_at_ms bigint
);
-- Recognizes a message that the provider delivers twice.
create unique index messages_by_hub_channel_key on messages (hub, channel, key);
create index messages_by_hub_channel_conversation_arrival on messages (hub, channel, conversation, arrival);
create index messages_by_hub_received_at_ms on messages (hub, received_at_ms);
create index messages_by_hub_state_due_at_ms on messages (hub, state, due_at_ms);
-- Finds the last message of a person.
create index messages_by_hub_email_received_at_ms on messages (hub, email, received_at_ms);
create index messages_by_joined_to on messages (joined_to);

create table outbox (
  id text not null primary key,
  hub text not null,
  channel text not null,
  conversation text not null,
  reply_to text,
  cause text not null,
  message_id text,
  run_id text,
  state text not null,
  reason text,
  created_at_ms bigint not null,
  due_at_ms bigint not null,
  ended_at_ms bigint,
  target text,
  handles text
);
create index outbox_by_hub_state_due_at_ms on outbox (hub, state, due_at_ms);
create index outbox_by_hub_channel_conversation on outbox (hub, channel, conversation);
create index outbox_by_message_id on outbox (message_id);
create index outbox_by_hub_run_id on outbox (hub, run_id);

create table outbox_parts (
  outbox_id text not null,
  position integer not null,
  id text not null,
  text text not null,
  plain text not null,
  state text not null,
  reason text,
  attempts integer not null,
  provider_id text,
  sent_at_ms bigint,
  delivered_at_ms bigint,
  read_at_ms bigint,
  constraint outbox_parts_pk primary key (outbox_id, position)
);
create unique index outbox_parts_by_id on outbox_parts (id);
create index outbox_parts_by_provider_id on outbox_parts (provider_id);

create table artifacts (
  id text primary key,
  hub text not null,
  owner text not null,
  owner_id text not null,
  title text not null,
  filename text not null,
  content_type text not null,
  preview text not null,
  size bigint not null,
  sha256 text not null,
  version bigint not null,
  audience text not null,
  search text not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null
);
-- Lists are counted and sorted from the two indexes alone.
create index artifacts_by_owner on artifacts (owner, owner_id, updated_at_ms, id, hub, preview);
create index artifacts_by_audience on artifacts (audience, hub, updated_at_ms, id, owner_id, owner, preview);

create table artifact_versions (
  artifact_id text not null,
  version bigint not null,
  filename text not null,
  content_type text not null,
  preview text not null,
  size bigint not null,
  sha256 text not null,
  created_at_ms bigint not null,
  chat text,
  chat_file text,
  constraint artifact_versions_pk primary key (artifact_id, version)
);
create index artifact_versions_by_sha256 on artifact_versions (sha256);
create index artifact_versions_by_chat on artifact_versions (chat) where chat is not null;

-- The audience of a shared artifact, indexed from both sides.
create table artifact_people (
  artifact_id text not null,
  email text not null,
  constraint artifact_people_pk primary key (artifact_id, email)
);
create index artifact_people_by_email on artifact_people (email, artifact_id);

create table artifact_groups (
  artifact_id text not null,
  group_id text not null,
  constraint artifact_groups_pk primary key (artifact_id, group_id)
);
create index artifact_groups_by_group_id on artifact_groups (group_id, artifact_id);

create table artifact_links (
  artifact_id text primary key,
  token_hash text not null unique,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  opens bigint not null,
  last_opened_at_ms bigint
);

-- Adding and removing references to bytes locks their row, so that the two never overlap.
create table artifact_contents (hash text primary key);

create table connection_journeys (
  id text not null primary key,
  hub text not null,
  email text not null,
  user_id text not null,
  provider text not null,
  name text not null,
  tool text,
  lack text not null,
  scopes text not null,
  chat_id text,
  state text not null,
  open_key text,
  before text,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  started_at_ms bigint,
  ended_at_ms bigint
);
-- A person has one open journey to a provider for each Hub. Journeys that ended have no key, and nulls are
-- distinct.
create unique index connection_journeys_by_open_key on connection_journeys (open_key);
create index connection_journeys_by_expires_at_ms on connection_journeys (expires_at_ms);

create table connection_uses (
  hub text not null,
  email text not null,
  provider text not null,
  last_used_at_ms bigint not null,
  constraint connection_uses_pk primary key (email, provider, hub)
);

create table mcp_connections (
  hub text not null,
  email text not null,
  key_name text not null,
  client text not null,
  first_used_at_ms bigint not null,
  last_used_at_ms bigint not null,
  constraint mcp_connections_pk primary key (hub, email, key_name, client)
);
create index mcp_connections_by_hub_last_used_at_ms on mcp_connections (hub, last_used_at_ms);

-- Programs that people admitted to MCP servers by signing in, with their codes and tokens.
create table mcp_programs (
  id text not null primary key,
  name text not null,
  redirect_uris text not null,
  created_at_ms bigint not null,
  allowed_at_ms bigint
);
create index mcp_programs_by_allowed_at_ms on mcp_programs (allowed_at_ms, created_at_ms);

create table mcp_codes (
  hash text not null primary key,
  sign_in_id text not null,
  program_id text not null,
  user_id text not null,
  hub text not null,
  resource text not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at_ms bigint not null,
  used_at_ms bigint
);
create index mcp_codes_by_expires_at_ms on mcp_codes (expires_at_ms);

create table mcp_sign_ins (
  id text not null primary key,
  program_id text not null,
  program_name text not null,
  user_id text not null,
  hub text not null,
  resource text not null,
  created_at_ms bigint not null,
  last_used_at_ms bigint,
  expires_at_ms bigint not null
);
create index mcp_sign_ins_by_user_id on mcp_sign_ins (user_id, created_at_ms);

create table mcp_tokens (
  hash text not null primary key,
  sign_in_id text not null,
  kind text not null,
  expires_at_ms bigint not null,
  used_at_ms bigint
);
create index mcp_tokens_by_sign_in_id on mcp_tokens (sign_in_id);

-- Requests that MCP clients cancelled, for the instances that run them.
create table mcp_cancellations (
  hub text not null,
  request text not null,
  cancelled_at_ms bigint not null,
  constraint mcp_cancellations_key primary key (hub, request)
);
`
