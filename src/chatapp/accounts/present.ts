import type { Account } from './account.ts'
import type { ChangedAccount } from './changes.ts'

const NO_PROFILE = {
  bio: null,
  gender: null,
  date_of_birth: null,
  status_emoji: null,
  status_message: null,
  status_expires_at: null,
}

export const userView = (account: Account) => ({
  id: account.id,
  email: account.email,
  username: null,
  role: account.role,
  name: account.name,
  profile_image_url: account.profileImageUrl,
  profile_banner_image_url: null,
  timezone: null,
  presence_state: null,
  info: null,
  settings: null,
  oauth: account.oauth,
  scim: null,
  ...NO_PROFILE,
  last_active_at: account.lastActiveAt,
  updated_at: account.updatedAt,
  created_at: account.createdAt,
})

export const userInfoView = (account: Account) => ({
  id: account.id,
  name: account.name,
  email: account.email,
  role: account.role,
  bio: null,
  groups: [],
  is_active: false,
  status_emoji: null,
  status_message: null,
  status_expires_at: null,
})

/** Reports each role as `user`, so that members of a group do not see the roles of other members. */
export const colleagueView = (account: Account) => ({ ...userInfoView(account), role: 'user' as const })

export const changedAccountView = ({
  id,
  email,
  name,
  role,
  oauth,
  created_at,
  last_active_at,
}: ChangedAccount) => ({
  id,
  email,
  name,
  role,
  oauth: oauth === null ? null : (JSON.parse(oauth) as Account['oauth']),
  created_at,
  last_active_at,
})

export const profileView = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  profile_image_url: account.profileImageUrl,
  ...NO_PROFILE,
})
