export const WEB_CHAT = `
create table chatapp_settings (key text not null primary key, value text not null);

-- A model outlives the account that published it, so it does not reference the account; its grants are
-- deleted with it.
create table chatapp_models (
  id text not null primary key,
  user_id text not null,
  base_model_id text,
  name text not null,
  meta text not null,
  params text not null,
  is_active bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);

create table chatapp_model_grants (
  id text not null primary key,
  model_id text not null references chatapp_models (id) on delete cascade,
  principal_type text not null,
  principal_id text not null,
  permission text not null,
  created_at bigint not null,
  constraint chatapp_model_grants_once unique (model_id, principal_type, principal_id, permission)
);
create index chatapp_model_grants_by_principal_type_principal_id
  on chatapp_model_grants (principal_type, principal_id);

create table chatapp_folders (
  id text not null primary key,
  user_id text not null references chatapp_users (id) on delete cascade,
  parent_id text references chatapp_folders (id) on delete set null,
  name text not null,
  is_expanded bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index chatapp_folders_by_user_id on chatapp_folders (user_id);
create index chatapp_folders_by_parent_id on chatapp_folders (parent_id);

create table chatapp_chats (
  id text not null primary key,
  user_id text not null references chatapp_users (id) on delete cascade,
  title text not null,
  current_message_id text,
  extra text not null,
  pinned bigint not null,
  archived bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  folder_id text references chatapp_folders (id) on delete set null,
  deleted_at bigint,
  share_id text,
  turn_epoch bigint not null default 0
);
create index chatapp_chats_by_user_id_updated_at on chatapp_chats (user_id, updated_at desc);
create index chatapp_chats_listed
  on chatapp_chats (user_id, updated_at desc, id) where archived = 0 and pinned = 0 and folder_id is null and deleted_at is null;
create index chatapp_chats_archived on chatapp_chats (user_id, updated_at desc, id) where archived = 1;
create index chatapp_chats_pinned on chatapp_chats (user_id, updated_at desc, id) where pinned = 1;
create index chatapp_chats_in_folders on chatapp_chats (folder_id, updated_at desc, id) where folder_id is not null;
create index chatapp_chats_deleted on chatapp_chats (deleted_at) where deleted_at is not null;

create table chatapp_messages (
  chat_id text not null references chatapp_chats (id) on delete cascade,
  id text not null,
  parent_id text,
  role text not null,
  content text not null,
  model text,
  state text not null,
  extra text not null,
  created_at bigint not null,
  position bigint not null,
  constraint chatapp_messages_pk primary key (chat_id, id)
);
-- A restart finds the few messages that a crash left in this state.
create index chatapp_messages_running on chatapp_messages (chat_id) where state = 'running';
-- Finds messages near a message, and the last position of a long chat. An index by chat and position alone
-- would mislead SQLite to scan a chat in order.
create index chatapp_messages_by_parent on chatapp_messages (chat_id, parent_id, position, id);
-- Reads a chat’s tree without texts. The condition holds for each message: only queries that repeat it scan
-- a chat in order.
create index chatapp_messages_in_order on chatapp_messages (chat_id, position, id, parent_id) where position >= 0;

-- The instance that runs the turn of a chat. The epoch fences off writes of an earlier holder.
create table turn_leases (
  chat_id text not null primary key,
  answer_id text not null,
  machine_id text not null,
  epoch bigint not null,
  until_ms bigint not null,
  stop_asked integer not null default 0
);

create table chatapp_files (
  id text not null primary key,
  user_id text not null references chatapp_users (id) on delete cascade,
  filename text not null,
  content_type text not null,
  size bigint not null,
  hash text not null,
  meta text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index chatapp_files_by_user_id_created_at on chatapp_files (user_id, created_at);
create index chatapp_files_by_hash on chatapp_files (hash);

create table chatapp_prompts (
  id text primary key,
  user_id text not null references chatapp_users (id) on delete cascade,
  name text not null,
  title text not null,
  text text not null,
  created_at bigint not null,
  updated_at bigint not null,
  constraint chatapp_prompts_unique unique (user_id, name)
);

-- Ratings outlive the chat of the answer.
create table chatapp_ratings (
  chat_id text not null,
  message_id text not null,
  user_id text references chatapp_users (id) on delete set null,
  hub text,
  model text,
  is_good bigint not null,
  reason text,
  comment text not null,
  rated_at bigint not null,
  constraint chatapp_ratings_pk primary key (chat_id, message_id)
);
create index chatapp_ratings_by_hub on chatapp_ratings (hub, rated_at);
create index chatapp_ratings_by_user_id on chatapp_ratings (user_id);

create table chatapp_shares (
  id text not null primary key,
  chat_id text not null unique references chatapp_chats (id) on delete cascade,
  user_id text not null references chatapp_users (id) on delete cascade,
  audience text not null,
  copy_title text,
  shows_details bigint not null,
  created_at bigint not null,
  changed_at bigint not null
);
create index chatapp_shares_by_user_id on chatapp_shares (user_id);

create table chatapp_share_people (
  share_id text not null references chatapp_shares (id) on delete cascade,
  user_id text not null references chatapp_users (id) on delete cascade,
  added_at bigint not null,
  constraint chatapp_share_people_pk primary key (share_id, user_id)
);
create index chatapp_share_people_by_user_id on chatapp_share_people (user_id);

create table chatapp_share_openings (
  share_id text not null references chatapp_shares (id) on delete cascade,
  user_id text not null references chatapp_users (id) on delete cascade,
  opened_at bigint not null,
  constraint chatapp_share_openings_pk primary key (share_id, user_id)
);
create index chatapp_share_openings_by_user_id on chatapp_share_openings (user_id);

-- The content of a share that is a copy.
create table chatapp_share_messages (
  share_id text not null references chatapp_shares (id) on delete cascade,
  id text not null,
  parent_id text,
  role text not null,
  content text not null,
  model text,
  state text not null,
  extra text not null,
  created_at bigint not null,
  position bigint not null,
  constraint chatapp_share_messages_pk primary key (share_id, id)
);

-- The record of a share outlives it.
create table chatapp_share_records (
  id text not null primary key,
  share_id text not null,
  chat_id text not null,
  owner text not null,
  actor text not null,
  act text not null,
  details text not null,
  at bigint not null
);

create table chatapp_access_requests (
  id text not null primary key,
  user_id text not null references chatapp_users (id) on delete cascade,
  hub text not null,
  note text not null,
  state text not null,
  asked_at bigint not null,
  decided_at bigint,
  decided_by text,
  is_told integer not null,
  constraint chatapp_access_requests_unique unique (user_id, hub)
);
create index chatapp_access_requests_hub on chatapp_access_requests (hub, state, asked_at);

create table chatapp_tool_servers (
  id text not null primary key,
  position bigint not null,
  entry text not null,
  sealed text,
  created_at bigint not null,
  updated_at bigint not null
);

-- Authorizations in progress. A second authorization of the same server replaces the first.
create table chatapp_oauth_flows (
  state_hash text not null,
  user_id text not null references chatapp_users (id) on delete cascade,
  server text not null,
  session_id text not null,
  sealed text not null,
  expires_at bigint not null,
  constraint chatapp_oauth_flows_pk primary key (user_id, server)
);
create unique index chatapp_oauth_flows_by_state_hash on chatapp_oauth_flows (state_hash);

create table chatapp_oauth_sessions (
  id text not null primary key,
  user_id text not null references chatapp_users (id) on delete cascade,
  server text not null,
  sealed text,
  key_id text not null,
  can_refresh bigint not null,
  scope text not null,
  expires_at bigint,
  refreshed_at bigint not null,
  refresh_failed_at bigint,
  refresh_error text,
  lease_owner text,
  leased_until_ms bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index chatapp_oauth_sessions_by_user_id_server on chatapp_oauth_sessions (user_id, server);
create index chatapp_oauth_sessions_by_server on chatapp_oauth_sessions (server);
create index chatapp_oauth_sessions_refused
  on chatapp_oauth_sessions (server, refresh_error) where refresh_error is not null;
`
