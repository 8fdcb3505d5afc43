import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder that holds package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Whether this is an installed package, which runs its bundle and has nothing to build. */
export const isInstalledPackage = () => !existsSync(join(root, 'src')) && existsSync(join(root, 'dist'))

/**
 * True if this user may set the checkout up. A checkout set up by another user, such as root for a service,
 * is used as it is.
 */
export function maySetUp() {
  try {
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}
