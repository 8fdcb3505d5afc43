import type { FilePart } from '#core/agent/model/model.ts'

/** A file that a model looks at. */
export interface ShownFile extends FilePart {
  filename: string
}

/** A tool's result with files for the model: `answer` is the text beside them. */
export class WithFiles {
  readonly answer: string
  readonly files: readonly ShownFile[]
  constructor(answer: string, files: readonly ShownFile[]) {
    this.answer = answer
    this.files = files
  }
}
