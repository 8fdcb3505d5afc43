/** What the services that machines share are asked for. */
export interface Counts {
  /** Without those that begin and end transactions. */
  statements: number
  commits: number
  /** Bytes of Postgres's log, which a standby gets too. */
  walBytes: number
  /** Bytes between machine and Postgres, both ways. */
  postgresBytes: number
  /** Published. */
  busMessages: number
  busBytes: number
  bucketRequests: number
  bucketBytes: number
}

export interface ActCounts extends Counts {
  name: string
}

/** Of a page in markdown. */
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
      'Log, kB',
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

/** Less than a twentieth is noise of what a machine at rest does. */
const few = (value: number): string => (value < 0.05 ? '0' : value.toFixed(value < 10 ? 1 : 0))
const kilobytes = (bytes: number): string => few(bytes / 1000)
