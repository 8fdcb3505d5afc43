import { execFileSync } from 'node:child_process'
import { temporaryFolder } from './folder.ts'

/**
 * Folder whose `node_modules` contains packages for comparison.
 *
 * @param packages With exact versions: `name@1.2.3`.
 * @param folder Existing installation; default: installs the packages for this run.
 */
export function peerFolder(packages: readonly string[], folder?: string): string {
  if (folder) return folder
  const made = temporaryFolder()
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', made, ...packages], {
    stdio: 'ignore',
  })
  return made
}
