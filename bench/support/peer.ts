import { execFileSync } from 'node:child_process'
import { temporaryFolder } from './folder.ts'

/** @param packages Such as `name@1.2.3`. @param folder Existing installation; default: installs the packages */
export function peerFolder(packages: readonly string[], folder?: string): string {
  if (folder) return folder
  const made = temporaryFolder()
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', made, ...packages], {
    stdio: 'ignore',
  })
  return made
}
