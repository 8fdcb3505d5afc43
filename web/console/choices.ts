/** Values that filters offer, as the API names them. */
export const Statuses = ['active', 'pending', 'blocked', 'unknown'] as const
export const Roles = ['user', 'admin'] as const
export const Periods = ['24h', '7d', '30d'] as const
export const Outcomes = ['allowed', 'denied', 'failed'] as const
export const ChangeStates = ['proposed', 'confirmed', 'rejected', 'expired', 'stale'] as const
export const InboxStates = ['pending', 'claimed', 'processed', 'unmatched', 'quarantined'] as const
export const RunStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export const ArtifactKinds = [
  'html',
  'markdown',
  'csv',
  'image',
  'svg',
  'pdf',
  'code',
  'json',
  'text',
  'audio',
  'video',
  'none',
] as const
export const Ranges = ['24h', '7d', '30d', 'custom'] as const
export const Surfaces = [
  'chatapp',
  'api',
  'mcp',
  'artifact',
  'chata',
  'chatb',
  'teamchat',
  'webhook',
  'schedule',
] as const
