export const PROVIDER_NAMES = ['compatible', 'openai', 'anthropic', 'google'] as const

export type ProviderName = (typeof PROVIDER_NAMES)[number]

export const isProviderName = (name: string): name is ProviderName =>
  (PROVIDER_NAMES as readonly string[]).includes(name)
