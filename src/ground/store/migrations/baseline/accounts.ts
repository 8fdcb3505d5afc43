export const ACCOUNTS = `
create table chatapp_users (
  id text not null primary key,
  email text not null unique,
  name text not null,
  role text not null,
  password_hash text,
  profile_image_url text not null,
  oauth text,
  settings text not null,
  created_at bigint not null,
  updated_at bigint not null,
  last_active_at bigint not null,
  released_issuer text
);
create index chatapp_users_by_created_at_id on chatapp_users (created_at, id);

create table chatapp_groups (
  id text not null primary key,
  user_id text not null,
  name text not null,
  description text not null,
  data text,
  permissions text,
  created_at bigint not null,
  updated_at bigint not null
);

create table chatapp_group_members (
  group_id text not null references chatapp_groups (id) on delete cascade,
  user_id text not null references chatapp_users (id) on delete cascade,
  created_at bigint not null,
  constraint chatapp_group_members_pk primary key (group_id, user_id)
);
create index chatapp_group_members_by_user_id on chatapp_group_members (user_id);

create table chatapp_sessions (
  id text not null primary key,
  user_id text not null references chatapp_users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  address text,
  user_agent text,
  last_seen_at bigint,
  provider text,
  issuer text,
  subject text,
  provider_session text,
  id_token text
);
create index chatapp_sessions_by_user_id on chatapp_sessions (user_id);
create index chatapp_sessions_by_expires_at on chatapp_sessions (expires_at);
create index chatapp_sessions_by_subject on chatapp_sessions (issuer, subject);
create index chatapp_sessions_by_provider_session on chatapp_sessions (issuer, provider_session);

create table chatapp_api_keys (
  id text not null primary key,
  user_id text not null references chatapp_users (id) on delete cascade,
  name text not null,
  key_hash text not null unique,
  hint text not null,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  hubs text
);
create index chatapp_api_keys_by_user_id on chatapp_api_keys (user_id);

-- Second factors: the secret of an app that generates codes. Recovery codes replace a lost app.
create table chatapp_totp (
  user_id text not null primary key references chatapp_users (id) on delete cascade,
  secret text not null,
  confirmed_at bigint,
  last_step bigint
);

create table chatapp_recovery_codes (
  user_id text not null references chatapp_users (id) on delete cascade,
  code_hash text not null,
  used_at bigint,
  constraint chatapp_recovery_codes_key primary key (user_id, code_hash)
);

create table chatapp_passkeys (
  id text not null primary key,
  user_id text not null references chatapp_users (id) on delete cascade,
  name text not null,
  algorithm integer not null,
  public_key text not null,
  transports text not null,
  counter bigint not null,
  created_at bigint not null,
  last_used_at bigint
);
create index chatapp_passkeys_user on chatapp_passkeys (user_id);

-- Challenges that a passkey answered recently, so that an answer is accepted once.
create table chatapp_used_challenges (
  challenge_hash text not null primary key,
  expires_at bigint not null
);

create table chatapp_identities (
  issuer text not null,
  subject text not null,
  user_id text not null references chatapp_users (id) on delete cascade,
  is_vouched bigint not null,
  created_at bigint not null,
  email text,
  constraint chatapp_identities_pk primary key (issuer, subject)
);
create index chatapp_identities_by_user_id on chatapp_identities (user_id);

-- Groups that an identity provider manages.
create table chatapp_given_groups (
  issuer text not null,
  name text not null,
  group_id text not null references chatapp_groups (id) on delete cascade,
  constraint chatapp_given_groups_pk primary key (issuer, name)
);
create index chatapp_given_groups_by_group_id on chatapp_given_groups (group_id);

-- Successful and failed sign-ins. They outlive the account.
create table chatapp_sign_in_records (
  id text not null primary key,
  at_ms bigint not null,
  email text,
  way text not null,
  provider text,
  outcome text not null,
  network text,
  program text,
  system text,
  detail text
);
create index chatapp_sign_in_records_by_time on chatapp_sign_in_records (at_ms, id);
create index chatapp_sign_in_records_by_email on chatapp_sign_in_records (email, at_ms, id);
create index chatapp_sign_in_records_by_outcome on chatapp_sign_in_records (outcome, at_ms, id);
create index chatapp_sign_in_records_by_way on chatapp_sign_in_records (way, at_ms, id);
-- Finds the sign-ins from a network without reading the refused attempts.
create index chatapp_sign_in_records_by_network on chatapp_sign_in_records (email, network, outcome);

-- Failed attempts at a password, a code or a key, counted by all instances together.
create table failed_attempts (
  id text not null primary key,
  subject text not null,
  until_ms bigint not null
);
create index failed_attempts_by_subject on failed_attempts (subject, until_ms);
create index failed_attempts_by_until_ms on failed_attempts (until_ms);
`
