export const TEMPLATE_NAMES = [
  'demo',
  'minimal',
  'support',
  'engineering',
  'weekly-report',
  'research',
] as const

export type TemplateName = (typeof TEMPLATE_NAMES)[number]
