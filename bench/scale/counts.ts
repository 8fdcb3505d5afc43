export interface Counts {
  statements: number
  commits: number
  /** Write-ahead log, which standbys receive too. */
  walBytes: number
  /** Bytes of both directions. */
  postgresBytes: number
  busMessages: number
  busBytes: number
  bucketRequests: number
  bucketBytes: number
}

export interface ActCounts extends Counts {
  name: string
}

export function countsTable(acts: readonly ActCounts[]): string {
  const lines = acts.map((act) => [
    act.name,
    few(act.statements),
    few(act.commits),
    kilobytes(act.walBytes),
    kilobytes(act.postgresBytes),
    `${few(act.busMessages)} · ${kilobytes(act.busBytes)}`,
    `${few(act.bucketRequests)} · ${kilobytes(act.bucketBytes)}`,
  ])
  return [
    [
      'Operation',
      'Statements',
      'Commits',
      'Postgres log, kB',
      'Network, kB',
      'Message bus: messages · kB',
      'Object storage: requests · kB',
    ],
    ['---', '---', '---', '---', '---', '---', '---'],
    ...lines,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Shows 0 for values that are only noise of an idle instance. */
const few = (value: number): string => (value < 0.05 ? '0' : value.toFixed(value < 10 ? 1 : 0))
const kilobytes = (bytes: number): string => few(bytes / 1000)
