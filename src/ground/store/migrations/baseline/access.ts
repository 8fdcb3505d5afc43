export const ACCESS = `
-- The organization’s own policy (*) always exists: each change of access locks it first.
create table access_policies (
  hub text not null primary key,
  mode text not null,
  revision bigint not null,
  was_administered integer not null,
  created_at_ms bigint not null
);
insert into access_policies (hub, mode, revision, was_administered, created_at_ms) values
  ('*', 'console', 1, 0, 0);

create table access_grants (
  hub text not null,
  subject text not null,
  permission text not null,
  granted_by text not null,
  granted_at_ms bigint not null,
  revision bigint not null,
  expires_at_ms bigint,
  constraint access_grants_key primary key (hub, subject, permission)
);
create index access_grants_by_subject_hub on access_grants (subject, hub);
create index access_grants_by_end on access_grants (expires_at_ms) where expires_at_ms is not null;
create index access_grants_by_permission on access_grants (permission, hub, subject);

create table access_subjects (subject text not null primary key);

create table access_blocks (
  subject text not null primary key,
  blocked_by text not null,
  blocked_at_ms bigint not null
);

-- The last entry of each hash-chained ledger.
create table audit_heads (
  ledger text not null primary key,
  count bigint not null,
  hash text not null
);
insert into audit_heads (ledger, count, hash) values
  ('access_changes', 0, ''),
  ('tool_decisions', 0, '');

create table access_changes (
  seq integer not null primary key,
  at_ms bigint not null,
  actor text not null,
  action text not null,
  subject text,
  hub text,
  permission text,
  before text,
  after text,
  reason text,
  request text,
  revision bigint,
  prev_hash text not null,
  hash text not null
);
-- The ledgers are listed newest first, whole or by one column. Further columns of an index skip rows that
-- another filter excludes.
create index access_changes_by_at_ms_seq on access_changes (at_ms desc, seq desc);
create index access_changes_by_subject_at_ms_seq on access_changes (subject, at_ms desc, seq desc);
create index access_changes_by_hub_at_ms_seq on access_changes (hub, at_ms desc, seq desc, actor, action);
create index access_changes_by_actor_at_ms_seq on access_changes (actor, at_ms desc, seq desc, action);
create index access_changes_by_action_at_ms_seq on access_changes (action, at_ms desc, seq desc);

create table tool_decisions (
  seq integer not null primary key,
  at_ms bigint not null,
  hub text not null,
  subject text,
  tool text not null,
  capability text not null,
  outcome text not null,
  surface text not null,
  reason text not null,
  "grant" text,
  chat_id text,
  run_id text,
  revision bigint,
  prev_hash text not null,
  hash text not null
);
create index tool_decisions_by_at_ms_seq on tool_decisions (at_ms desc, seq desc);
create index tool_decisions_by_subject_at_ms_seq on tool_decisions (subject, at_ms desc, seq desc);
create index tool_decisions_by_hub_at_ms_seq on tool_decisions (hub, at_ms desc, seq desc, outcome, tool, surface);
create index tool_decisions_by_tool_at_ms_seq on tool_decisions (tool, at_ms desc, seq desc, outcome, surface);
create index tool_decisions_by_outcome_at_ms_seq on tool_decisions (outcome, at_ms desc, seq desc, surface);
create index tool_decisions_by_surface_at_ms_seq on tool_decisions (surface, at_ms desc, seq desc);

-- The index of people is a projection of accounts and grants. Its progress is in people_progress.
create table people (
  subject text not null primary key,
  account_id text,
  name text,
  role text,
  status text not null,
  sign_in text,
  chosen_sign_in text,
  is_primary integer not null,
  is_pending integer not null,
  created_at bigint,
  last_active_at bigint,
  mirrored_at_ms bigint not null
);
create index people_by_status_subject on people (status, subject);
create index people_by_role_subject on people (role, subject);
create index people_by_status_role_subject on people (status, role, subject);
create index people_by_account_id on people (account_id) where account_id is not null;

create table people_counts (
  status text not null,
  role text not null,
  count bigint not null,
  constraint people_counts_key primary key (status, role)
);

create table people_progress (name text not null primary key, value bigint not null);
insert into people_progress (name, value) values
  ('projected_change', 0),
  ('synced_change', 0),
  ('refreshed_at_ms', 0),
  ('sync_leased_until_ms', 0),
  ('accounts_followed', 0),
  ('accounts_behind', 0);

-- Changes that reached only one of their two sides.
create table people_operations (
  subject text not null,
  kind text not null,
  wanted text not null,
  started_by text not null,
  started_at_ms bigint not null,
  constraint people_operations_key primary key (subject, kind)
);

-- One of 256 people, by the hash of the subject, to estimate how many people a filter matches.
create table people_sample (subject text not null primary key);

create table change_requests (
  id text not null primary key,
  hub text not null,
  proposer text not null,
  kind text not null,
  operations text not null,
  summary text not null,
  diff text not null,
  policy_revision bigint not null,
  plan_hash text not null,
  state text not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  decided_at_ms bigint,
  result text,
  call_state text,
  leased_until_ms bigint
);
create index change_requests_by_proposer_created_at_ms_id on change_requests (proposer, created_at_ms desc, id desc);
create index change_requests_by_proposer_state_created_at_ms_id
  on change_requests (proposer, state, created_at_ms desc, id desc);
create index change_requests_by_call_state_hub on change_requests (call_state, hub, decided_at_ms);
`
