import mime from 'mime/lite'

const UNKNOWN = 'application/octet-stream'
const GENERIC = new Set([
  UNKNOWN,
  'binary/octet-stream',
  'application/x-www-form-urlencoded',
  'application/unknown',
])
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,64}\/[a-z0-9!#$&^_.+-]{1,64}$/

/** Text that `mime` has no entry for, or an unhelpful one (`.ts` is a video stream there). */
const TEXT_EXTENSIONS = new Set(
  'bash bat c cc cfg clj conf cpp cs cxx dart diff env erl ex exs fish go gradle h hpp hs ini java jl js jsx kt kts lock log lua mjs cjs mts cts nix patch php pl properties ps1 py r rb rs sass scala scss sh sql svelte swift tex toml ts tsx vue zig zsh'.split(
    ' ',
  ),
)

/** The type a file's name promises, without parameters. */
export function typeOfName(filename: string): string {
  const extension = filename.split('.').length > 1 ? filename.split('.').at(-1)!.toLowerCase() : ''
  if (TEXT_EXTENSIONS.has(extension)) return 'text/plain'
  return (extension && mime.getType(extension)) || UNKNOWN
}

/** The type a sender declared, without parameters and in lower case; null when it is missing, generic or malformed. */
export function declaredType(header: string | undefined): string | null {
  const type = header?.split(';')[0]!.trim().toLowerCase() ?? ''
  return MEDIA_TYPE.test(type) && !GENERIC.has(type) ? type : null
}
