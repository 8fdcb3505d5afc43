import { failure, ok, type Finding } from './finding.ts'

const NEEDED = [24, 12] as const

export function checkNode(version = process.versions.node): Finding[] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNewEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
  if (isNewEnough) return [ok('Node', version)]
  return [failure('Node', `${version} is too old`, `install Node ${NEEDED.join('.')} or newer`)]
}
