import { accessSync, constants, statSync } from 'node:fs'
import { userInfo, type UserInfo } from 'node:os'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'
import { CommandFailure } from './failure.ts'
import { printRemark } from './print.ts'

/**
 * If root runs the command, continues as the folder's owner. Otherwise, root would own new files, which the service
 * could not open, and the Hub's tools would run as root.
 * @throws CommandFailure
 */
export function workAsOwnerOf(hubFolder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(hubFolder)
  if (uid === 0) return
  const account = accountOf(uid)
  const name = account?.username ?? `uid ${uid}`
  try {
    become(uid, account?.gid ?? gid, account?.username)
  } catch (error) {
    throw new CommandFailure(
      `${hubFolder} belongs to ${name}, and root cannot switch to this user (${(error as Error).message}); run the command as ${name}`,
    )
  }
  process.env['HOME'] = account?.homedir ?? hubFolder
  refuseUnreadable(name)
  printRemark(`the Hub belongs to ${name}: the command continues as this user instead of root`)
}

function accountOf(uid: number): UserInfo<string> | null {
  try {
    process.seteuid!(uid) // must come first, because `userInfo` reads the effective user
    return userInfo({ encoding: 'utf8' })
  } catch {
    return null
  } finally {
    process.seteuid!(0)
  }
}

/** Switches to the user permanently. Sets groups first, because they can't be changed afterwards. */
function become(uid: number, gid: number, username: string | undefined): void {
  if (username === undefined) process.setgroups!([gid])
  else (process as unknown as WithGroups).initgroups(username, gid)
  process.setgid!(gid)
  process.setuid!(uid)
}

/** Missing in Node's types. */
interface WithGroups {
  initgroups(user: string, extraGroup: number): void
}

function refuseUnreadable(name: string): void {
  try {
    accessSync(PACKAGE_FOLDER, constants.R_OK | constants.X_OK)
  } catch {
    throw new CommandFailure(
      `${name} cannot read ${PACKAGE_FOLDER}, the folder of this command; move it to a folder that all users can read, such as /opt`,
    )
  }
}
