import type { FilePart } from '#core/agent/model/model.ts'

export interface ShownFile extends FilePart {
  filename: string
}

/** A tool's result with files that the model sees beside the text `answer`. */
export class WithFiles {
  readonly answer: string
  readonly files: readonly ShownFile[]
  constructor(answer: string, files: readonly ShownFile[]) {
    this.answer = answer
    this.files = files
  }
}
