import { execFileSync } from 'node:child_process'
import { SetupFailure } from './report.mjs'
import { root } from './tree.mjs'

/**
 * @param {string} since A commit or branch. Changes count from its merge base with `HEAD`.
 * @returns {Promise<string[]>} Paths relative to the root.
 * @throws {SetupFailure} Without a git checkout, or if the commit is unknown.
 */
export async function changedTests(since) {
  const { readRepository, relatedTests } = await import('../../scripts/tests-of/related-tests.ts')
  const changed = changedFiles(since)
  const repository = readRepository(root)
  const tests = relatedTests(repository, changed)
  process.stdout.write(`${changed.length} files changed since ${since}: ${tests.length} test files\n`)
  const untested = changed.filter((file) => relatedTests(repository, [file]).length === 0)
  if (untested.length > 0) process.stdout.write(`only the whole suite may test: ${untested.join(', ')}\n`)
  return tests
}

function changedFiles(since) {
  const base = git('merge-base', 'HEAD', since)[0]
  const changed = [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(changed)]
}

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\n')
      .filter(Boolean)
  } catch (error) {
    throw new SetupFailure(`git ${args[0]} failed: ${String(error.stderr ?? error.message).trim()}`)
  }
}
