import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const PACKAGE_FOLDER = packageFolderOf(import.meta.dirname)

function packageFolderOf(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  if (dirname(folder) === folder) throw new Error('the package folder is not above this file')
  return packageFolderOf(dirname(folder))
}
