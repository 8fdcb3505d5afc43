import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { exportOf, ODD_CHATS } from '../support/odd-chats/odd-chats.ts'

const SCHEMA = readFileSync(join(import.meta.dirname, 'webui-0.12.4.sql'), 'utf8')
const AT = 1_700_000_000
const BOB = '10000000-0000-4000-8000-00000000000b'
const CHILD = '20000000-0000-4000-8000-00000000000c'
const FILE = '30000000-0000-4000-8000-00000000000f'
const CHAT = '40000000-0000-4000-8000-00000000000d'

export const MADE = {
  bob: BOB,
  file: FILE,
  chat: CHAT,
  key: `sk-${'0123456789abcdef'.repeat(2)}`,
  fileText: 'North: lavender\n',
}

/** Hashes that Python's bcrypt and argon2-cffi made. */
const HASHES = {
  bcrypt: '$2b$12$nFq4PJ35QvusTKhpJ9XNv.IUVqOXR5bfFzHvhBprhAdTv./wWzlxi',
  argon2: '$argon2id$v=19$m=65536,t=3,p=4$zk+dh41rSMwfwKZBOIZWgw$SPs9ZHNkJVPc2tAA006a1NlVfjgxvyep2Jf6lTHX5mw',
}

const USERS = [
  { id: 'ada', email: 'ada@example.com', name: 'Ada', role: 'admin', password: null },
  { id: BOB, email: 'Bob@Example.com', name: 'Bob', role: 'user', password: HASHES.bcrypt },
  {
    id: 'cara',
    email: 'cara@example.com',
    name: 'Cara',
    role: 'wizard',
    password: HASHES.argon2,
    mfa: '{"secret":"sealed"}',
  },
  { id: 'bob 2', email: 'bob@example.com', name: 'Bob again', role: 'admin', password: HASHES.argon2 },
  {
    id: 'oan',
    email: 'oan@example.com',
    name: 'Oan',
    role: 'user',
    password: HASHES.bcrypt,
    oauth: '{"google":{"sub":"1"}}',
  },
  {
    id: 'scim',
    email: 'scim@example.com',
    name: 'Scim',
    role: 'user',
    password: HASHES.bcrypt,
    scim: '{"azure":{"external_id":"2"}}',
  },
  { id: 'off', email: 'off@example.com', name: 'Off', role: 'user', password: HASHES.bcrypt, active: 0 },
  { id: 'bad', email: 'no e-mail', name: 'Bad', role: 'user', password: HASHES.bcrypt },
]

/** Writes `webui.db` and `uploads` as Open WebUI 0.12.4 does. The last rows are only in the `-wal` file. */
export function writeWebuiDatabase(folder: string): { path: string; close(): void } {
  const path = join(folder, 'webui.db')
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal')
  db.exec(SCHEMA)
  db.exec('pragma wal_checkpoint(truncate)')
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row)
    db.prepare(
      `insert into "${table}" (${names.map((name) => `"${name}"`).join()}) values (${names.map(() => '?').join()})`,
    ).run(...Object.values(row))
  }
  for (const [
    index,
    { password, active = 1, oauth = null, scim = null, mfa = null, ...user },
  ] of USERS.entries()) {
    const times = { created_at: AT + index, updated_at: AT + index, last_active_at: AT + index }
    insert('user', { ...user, oauth, scim, profile_image_url: '/user.png', ...times })
    insert('auth', { id: user.id, email: user.email, password, active, mfa })
  }
  insert('api_key', { id: 'k', user_id: BOB, key: MADE.key, created_at: AT, updated_at: AT })
  insert('group', {
    id: 'parent',
    user_id: 'ada',
    name: 'Garden',
    description: '',
    permissions: '{}',
    created_at: AT,
    updated_at: AT,
  })
  insert('group', {
    id: CHILD,
    user_id: 'ada',
    name: 'Shade',
    description: '',
    permissions: '{}',
    created_at: AT,
    updated_at: AT,
    parent_group_id: 'parent',
  })
  insert('group_member', { id: 'm', group_id: CHILD, user_id: BOB, created_at: AT, updated_at: AT })
  for (const [id, parent_id, name] of [
    ['top', null, 'Work'],
    ['mid', 'top', 'Beds'],
    ['low', 'mid', 'North'],
  ] as const)
    insert('folder', { id, parent_id, user_id: BOB, name, is_expanded: 1, created_at: AT, updated_at: AT })
  insert('tag', { id: 'garden_work', name: 'Garden work', user_id: BOB })
  insert('file', {
    id: FILE,
    user_id: BOB,
    filename: 'beds.txt',
    path: `/app/backend/data/uploads/${FILE}_beds.txt`,
    meta: JSON.stringify({ name: 'beds.txt', content_type: 'text/plain', size: MADE.fileText.length }),
    created_at: AT,
  })
  insert('file', {
    id: 'lost',
    user_id: BOB,
    filename: 'lost.pdf',
    path: 's3://bucket/lost.pdf',
    meta: '{}',
    created_at: AT,
  })
  insert('prompt', {
    id: 'p',
    user_id: BOB,
    command: 'sum_up',
    name: 'Sum up',
    content: 'Sum up {{topic | text:required}}',
    is_active: 1,
    created_at: AT,
    updated_at: AT,
  })
  insert('memory', {
    id: 'n',
    user_id: BOB,
    content: 'Likes ferns',
    type: 'context',
    created_at: AT,
    updated_at: AT,
  })
  insert('knowledge', { id: 'kn', user_id: 'ada', name: 'Books', created_at: AT })
  insert('tool', { id: 't', user_id: 'ada', name: 'Weather', content: 'x', created_at: AT, updated_at: AT })
  insert('chat', {
    id: CHAT,
    user_id: BOB,
    title: 'With a file',
    created_at: AT,
    updated_at: AT + 60,
    archived: 0,
    pinned: 1,
    folder_id: 'low',
    meta: '{"tags":["garden_work"]}',
    chat: JSON.stringify({
      history: {
        currentId: 'q',
        messages: {
          q: {
            id: 'q',
            parentId: null,
            role: 'user',
            content: 'Read this',
            files: [{ type: 'file', id: FILE, name: 'beds.txt' }],
          },
        },
      },
    }),
  })
  insert('chat', {
    id: 'table only',
    user_id: 'bob 2',
    title: 'Table only',
    created_at: AT,
    updated_at: AT,
    chat: '{}',
    archived: 0,
    pinned: 0,
    meta: '{}',
  })
  insert('chat_message', {
    id: 'table only-m',
    chat_id: 'table only',
    role: 'user',
    content: '"From the table"',
    created_at: AT,
  })
  insert('chat', {
    id: 'broken',
    user_id: BOB,
    title: 'Broken',
    created_at: AT,
    updated_at: AT,
    chat: '{"history":',
    archived: 0,
    pinned: 0,
    meta: '{}',
  })
  insert('chat', {
    id: 'stray',
    user_id: 'gone',
    title: 'Stray',
    created_at: AT,
    updated_at: AT,
    chat: '{}',
    archived: 0,
    pinned: 0,
    meta: '{}',
  })
  for (const [index, entry] of (JSON.parse(exportOf(ODD_CHATS)) as any[]).entries()) {
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    insert('chat', {
      id: `odd ${index}`,
      user_id: BOB,
      title: text(entry?.title),
      chat: JSON.stringify(entry?.chat ?? (entry?.history ? entry : null)),
      created_at: entry?.created_at ?? null,
      updated_at: entry?.updated_at ?? null,
      archived: 0,
      pinned: 0,
      meta: '{}',
    })
  }
  mkdirSync(join(folder, 'uploads'), { recursive: true })
  writeFileSync(join(folder, 'uploads', `${FILE}_beds.txt`), MADE.fileText)
  return { path, close: () => db.close() }
}
