import { randomInt } from 'node:crypto'

export interface MattermostWorld {
  readonly bot: WorldUser
  readonly users: Map<string, WorldUser>
  readonly channels: Map<string, WorldChannel>
  readonly posts: Map<string, WorldPost>
  addUser(username: string, more?: Partial<WorldUser>): WorldUser
  addChannel(type: 'D' | 'G' | 'P' | 'O', more?: Partial<WorldChannel>): WorldChannel
  say(by: WorldUser, channel: WorldChannel, message: string, more?: Partial<WorldPost>): WorldPost
  edit(post: WorldPost, message: string): void
  remove(post: WorldPost): void
  react(by: WorldUser, post: WorldPost, emoji: string): void
  postsOf(channelId: string): WorldPost[]
  /** Returns the name of an error if the bot may not post. */
  create(post: Pick<WorldPost, 'channel_id' | 'message'> & Partial<WorldPost>): WorldPost | string
  now: { ms: number }
}

export interface WorldUser {
  id: string
  username: string
  email: string
  email_verified?: boolean
  is_bot: boolean
  delete_at: number
  remote_id?: string
}

export interface WorldChannel {
  id: string
  type: 'D' | 'G' | 'P' | 'O'
  name: string
  display_name: string
  team_id: string
  last_post_at: number
  delete_at: number
  isClosed?: boolean
}

export interface WorldPost {
  id: string
  create_at: number
  update_at: number
  edit_at: number
  delete_at: number
  user_id: string
  channel_id: string
  root_id: string
  message: string
  type: string
  props: Record<string, unknown>
  file_ids?: string[] | undefined
  metadata: { files?: { id: string; name: string; mime_type: string; size: number }[] }
  pending_post_id?: string | undefined
}

/** Time in which a second post with the same pending id counts as a duplicate. */
const PENDING_MS = 30_000

export function createMattermostWorld(
  emit: (event: string, data: object, channelId: string) => void,
): MattermostWorld {
  const users = new Map<string, WorldUser>()
  const channels = new Map<string, WorldChannel>()
  const posts = new Map<string, WorldPost>()
  const pending = new Map<string, { id: string; at: number }>()
  const now = { ms: Date.now() - 3 * 24 * 60 * 60_000 }
  const tick = () => ++now.ms

  const addUser: MattermostWorld['addUser'] = (username, more = {}) => {
    const id = newId()
    const user = { id, username, email: `${username}@example.com`, is_bot: false, delete_at: 0, ...more }
    users.set(user.id, user)
    return user
  }
  const bot = addUser('hub', { is_bot: true, email: 'hub@localhost' })

  const post = (
    by: WorldUser,
    channel: WorldChannel,
    message: string,
    more: Partial<WorldPost>,
  ): WorldPost => {
    const at = tick()
    const { pending_post_id, ...rest } = more
    const created: WorldPost = {
      id: newId(),
      create_at: at,
      update_at: at,
      edit_at: 0,
      delete_at: 0,
      user_id: by.id,
      channel_id: channel.id,
      root_id: '',
      message,
      type: '',
      metadata: {},
      ...rest,
      props: { ...more.props, ...(by.is_bot && { from_bot: 'true' }) },
    }
    posts.set(created.id, created)
    channel.last_post_at = created.create_at
    const data = {
      channel_display_name: channel.display_name,
      channel_name: channel.name,
      channel_type: channel.type,
      post: JSON.stringify({ ...created, pending_post_id: pending_post_id ?? '' }),
      sender_name: `@${by.username}`,
      set_online: true,
      team_id: channel.team_id,
    }
    emit('posted', data, channel.id)
    return created
  }

  return {
    bot,
    users,
    channels,
    posts,
    now,
    addUser,
    addChannel(type, more = {}) {
      const id = newId()
      const channel = {
        id,
        type,
        name: id,
        display_name: type === 'D' ? '' : 'Town Square',
        team_id: type === 'D' ? '' : newId(),
        last_post_at: 0,
        delete_at: 0,
        ...more,
      }
      channels.set(channel.id, channel)
      return channel
    },
    say: (by, channel, message, more = {}) => post(by, channel, message, more),
    edit(edited, message) {
      const at = tick()
      Object.assign(edited, { message, edit_at: at, update_at: at })
      emit('post_edited', { post: JSON.stringify(edited) }, edited.channel_id)
    },
    remove(removed) {
      const at = tick()
      Object.assign(removed, { delete_at: at, update_at: at })
      emit('post_deleted', { delete_by: removed.user_id, post: JSON.stringify(removed) }, removed.channel_id)
    },
    react({ id: user_id }, { id: post_id, channel_id }, emoji_name) {
      const reaction = { user_id, post_id, emoji_name, create_at: tick(), channel_id }
      emit('reaction_added', { reaction: JSON.stringify(reaction) }, channel_id)
    },
    postsOf: (channelId) =>
      [...posts.values()].filter((one) => one.channel_id === channelId && one.delete_at === 0),
    create({ channel_id, message, ...more }) {
      const channel = channels.get(channel_id)
      if (!channel || channel.isClosed) return 'api.context.permissions.app_error'
      if (channel.delete_at > 0) return 'api.post.create_post.can_not_post_to_deleted.error'
      if ([...message].length > 16_383) return 'model.post.is_valid.message_length.app_error'
      const seen = pending.get(more.pending_post_id ?? '')
      if (seen && now.ms - seen.at < PENDING_MS) return posts.get(seen.id)!
      const root = more.root_id ? posts.get(more.root_id) : null
      if (root === undefined || root?.root_id) return 'api.post.create_post.root_id.app_error'
      const created = post(bot, channel, message, more)
      if (more.pending_post_id) pending.set(more.pending_post_id, { id: created.id, at: now.ms })
      return created
    },
  }
}

const LETTERS = 'ybndrfg8ejkmcpqxot1uwisza345h769'

export const newId = (): string =>
  Array.from({ length: 26 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
