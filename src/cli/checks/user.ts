import { warning, type Finding } from './finding.ts'

export function checkUser(uid = process.getuid?.()): Finding[] {
  if (uid !== 0) return []
  const message =
    'the service runs as root: a faulty agent, tool or script could change any file on the machine'
  return [warning('user', message, 'run the service as a separate user (see docs/operations.md)')]
}
