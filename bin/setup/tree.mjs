import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const isInstalledPackage = () => !existsSync(join(root, 'src')) && existsSync(join(root, 'dist'))

/** False if this user may not write to the checkout, such as a service's user if root owns the checkout. */
export function maySetUp() {
  try {
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}
