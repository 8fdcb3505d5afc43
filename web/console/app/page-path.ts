import { useMatches } from '@tanstack/react-router'

/** The page's path as declared, such as `/people/$subject`. */
export const usePagePath = (): string =>
  useMatches({ select: (matches) => matches.at(-1)?.fullPath.replace(/(?<=.)\/$/, '') ?? '/' })
