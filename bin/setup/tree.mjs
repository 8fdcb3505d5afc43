import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder that holds package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Whether this is an installed package, which runs its bundle and has nothing to build. */
export const isInstalledPackage = () => !existsSync(join(root, 'src')) && existsSync(join(root, 'dist'))
