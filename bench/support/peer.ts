import { execFileSync } from 'node:child_process'
import { temporaryFolder } from './folder.ts'

/**
 * Folder that holds packages to compare with in its `node_modules`.
 *
 * @param packages With their exact versions: `name@1.2.3`.
 * @param folder Where they already are; default is to install them for this run.
 */
export function peerFolder(packages: readonly string[], folder?: string): string {
  if (folder) return folder
  const made = temporaryFolder()
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', made, ...packages], {
    stdio: 'ignore',
  })
  return made
}
