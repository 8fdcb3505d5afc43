import type { Permissions } from './schema.ts'

const switches = (on: boolean, ...names: string[]) => Object.fromEntries(names.map((name) => [name, on]))

const KINDS = ['models', 'knowledge', 'prompts', 'tools', 'skills'] as const
const TRANSFERABLE = ['models', 'prompts', 'tools', 'skills'] as const

export const defaultPermissions = ({ apiKeys }: { apiKeys: boolean }): Permissions => ({
  workspace: switches(
    false,
    ...KINDS,
    ...TRANSFERABLE.flatMap((kind) => [`${kind}_import`, `${kind}_export`]),
  ),
  sharing: switches(
    false,
    ...KINDS,
    'notes',
    'folders',
    ...[...KINDS, 'notes'].map((kind) => `public_${kind}`),
    'public_chats',
    'open_chats',
    'public_calendars',
  ),
  access_grants: switches(true, 'allow_users', 'allow_groups'),
  chat: {
    ...switches(
      true,
      'controls',
      'file_upload',
      'delete',
      'delete_message',
      'continue_response',
      'regenerate_response',
      'edit',
      'export',
      'import',
      'share',
    ),
    ...switches(
      false,
      'valves',
      'system_prompt',
      'params',
      'web_upload',
      'rate_response',
      'stt',
      'tts',
      'call',
      'multiple_models',
      'temporary',
      'temporary_enforced',
    ),
  },
  features: {
    api_keys: apiKeys,
    ...switches(
      false,
      'notes',
      'channels',
      'folders',
      'direct_tool_servers',
      'web_search',
      'image_generation',
      'code_interpreter',
      'memories',
      'automations',
      'calendar',
      'webhooks',
    ),
  },
  settings: switches(true, 'interface'),
})

export function unionOf(all: readonly Permissions[]): Permissions {
  const union = new Map<string, Map<string, boolean>>()
  for (const permissions of all)
    for (const [section, keys] of Object.entries(permissions)) {
      const switches = union.get(section) ?? new Map<string, boolean>()
      union.set(section, switches)
      for (const [name, on] of Object.entries(keys)) switches.set(name, on || switches.get(name) === true)
    }
  return Object.fromEntries([...union].map(([section, keys]) => [section, Object.fromEntries(keys)]))
}

export const isPermitted = (permissions: Permissions, section: string, name: string): boolean =>
  permissions[section]?.[name] === true

export const effectivePermissions = ({ role }: { role: string }, permissions: Permissions): Permissions =>
  role === 'admin' ? mapSwitches(permissions, (on, name) => on || !RESTRICTIONS.has(name)) : permissions

const RESTRICTIONS: ReadonlySet<string> = new Set(['temporary_enforced'])

const mapSwitches = (permissions: Permissions, change: (on: boolean, name: string) => boolean): Permissions =>
  Object.fromEntries(
    Object.entries(permissions).map(([section, keys]) => [
      section,
      Object.fromEntries(Object.entries(keys).map(([name, on]) => [name, change(on, name)])),
    ]),
  )
