/** Features in Open WebUI's settings form that cannot be changed here. Open WebUI's clients require these fields. */
export const FIXED_FEATURES = {
  ENABLE_COMMUNITY_SHARING: false,
  ENABLE_MESSAGE_RATING: true,
  ENABLE_FOLDERS: true,
  ENABLE_AUTOMATIONS: false,
  ENABLE_CHANNELS: false,
  ENABLE_CALENDAR: false,
  ENABLE_MEMORIES: false,
  ENABLE_MEMORY_SYSTEM_CONTEXT: false,
  ENABLE_NOTES: false,
  ENABLE_USER_WEBHOOKS: false,
  ENABLE_USER_STATUS: true,
} as const

const SECRET = /key|secret|token|password/i

export const withoutSecrets = (settings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => !name.startsWith('internal.') && name !== 'openai.api_keys' && !isSecretName(name))
      .map(([name, value]) => [name, name === 'openai.api_configs' ? withoutHeaders(value) : value]),
  )

/** Settings with the prefix `auth.`, such as `auth.enable_api_keys`, are switches and paths, not secrets. */
const isSecretName = (name: string): boolean => SECRET.test(name) && !name.startsWith('auth.')

/** Headers of a connection may contain credentials. */
const withoutHeaders = (configs: unknown): unknown =>
  Object.fromEntries(
    Object.entries((configs ?? {}) as Record<string, object>).map(([index, config]) => [
      index,
      Object.fromEntries(Object.entries(config).filter(([name]) => name !== 'headers' && !SECRET.test(name))),
    ]),
  )
