/** `use_hub`, `manage_access`, `share_public`, or a capability. */
export type Permission = string

export const USE_HUB: Permission = 'use_hub'
export const MANAGE_ACCESS: Permission = 'manage_access'

/** Stands for the organization where a slug is expected. Grants on the organization apply to every Hub. */
export const ORGANIZATION = '*'

const PERMISSION = /^[a-z][a-z0-9_.-]{0,63}$/

export const isPermission = (text: string): boolean => PERMISSION.test(text)
