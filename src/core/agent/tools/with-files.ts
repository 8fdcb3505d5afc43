import type { FilePart } from '#core/agent/model/model.ts'

export interface ShownFile extends FilePart {
  filename: string
}

export class WithFiles {
  readonly answer: string
  readonly files: readonly ShownFile[]
  constructor(answer: string, files: readonly ShownFile[]) {
    this.answer = answer
    this.files = files
  }
}
