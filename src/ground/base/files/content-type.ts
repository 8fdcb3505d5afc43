import mime from 'mime/lite'

const UNKNOWN = 'application/octet-stream'
const GENERIC = new Set([
  UNKNOWN,
  'binary/octet-stream',
  'application/x-www-form-urlencoded',
  'application/unknown',
])
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,64}\/[a-z0-9!#$&^_.+-]{1,64}$/

/** Text files that `mime` does not know or misjudges: `mime` returns a video type for `.ts`. */
const TEXT_EXTENSIONS = new Set(
  'bash bat c cc cfg clj conf cpp cs cxx dart diff env erl ex exs fish go gradle h hpp hs ini java jl js jsx kt kts lock log lua mjs cjs mts cts nix patch php pl properties ps1 py r rb rs sass scala scss sh sql svelte swift tex toml ts tsx vue zig zsh'.split(
    ' ',
  ),
)

export function typeOfName(filename: string): string {
  const extension = filename.split('.').length > 1 ? filename.split('.').at(-1)!.toLowerCase() : ''
  if (TEXT_EXTENSIONS.has(extension)) return 'text/plain'
  return (extension && mime.getType(extension)) || UNKNOWN
}

export function declaredType(header: string | undefined): string | null {
  const type = header?.split(';')[0]!.trim().toLowerCase() ?? ''
  return MEDIA_TYPE.test(type) && !GENERIC.has(type) ? type : null
}
