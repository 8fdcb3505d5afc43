/** A command that could not do its work, or was called wrongly. The message is one line that says what to do. */
export class Failure extends Error {
  /** 1: it failed; 2: it was called wrongly. */
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCode
  }
}
