export interface Device {
  program: string | null
  system: string | null
}

/** The first match counts, because most `User-Agent` headers also name other browsers. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bCriOS\//, 'Chrome'],
  [/\b(?:Headless)?Chrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Omits versions, which change whenever a program is updated. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { program: null, system: null }
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const system = named(SYSTEMS)
  if (userAgent.startsWith('Mozilla/')) return { program: named(BROWSERS), system }
  // Programs other than browsers send their own name first, such as `curl/8.5.0`.
  return { program: /^[\w.@-]{1,40}/.exec(userAgent)?.[0] ?? null, system }
}
