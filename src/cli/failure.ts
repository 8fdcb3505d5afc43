/** The message is one line that says how to correct the failure. */
export class CommandFailure extends Error {
  /** 1: failed; 2: called with wrong arguments. */
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCode
  }
}
