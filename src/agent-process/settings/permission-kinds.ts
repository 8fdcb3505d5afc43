export const PERMISSION_KINDS = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'other',
] as const
export type PermissionKind = (typeof PERMISSION_KINDS)[number]
