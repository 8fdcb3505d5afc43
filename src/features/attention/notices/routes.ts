import type { ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import {
  addNoticeWay,
  changeNotices,
  readNotices,
  removeNoticeWay,
  resumeNoticeWay,
  testNoticeWay,
} from './contract.ts'
import { addWay, changeSettings, readView, removeWay, resumeWay, testOwnWay, type WaysDeps } from './ways.ts'

/** Each person reads and changes only their own settings and ways. */
export const noticesFeature = (deps: WaysDeps): ConsoleFeature => ({
  routes(app) {
    app.handle(readNotices, ({ caller }) => readView(deps, whole(caller)))
    app.handle(changeNotices, ({ caller, body }) => changeSettings(deps, whole(caller), body))
    app.handle(addNoticeWay, ({ body, ...change }) => addWay(deps, ofWhole(change), body))
    app.handle(testNoticeWay, ({ params, ...change }) => testOwnWay(deps, ofWhole(change), params.way))
    app.handle(resumeNoticeWay, ({ params, ...change }) => resumeWay(deps, ofWhole(change), params.way))
    app.handle(removeNoticeWay, ({ params, ...change }) => removeWay(deps, ofWhole(change), params.way))
  },
})

/** Notices report on all Hubs of the person, so a key that is limited to some Hubs may not read or change them. */
function whole(caller: ConsoleCaller): ConsoleCaller {
  if (caller.keyHubs !== null)
    throw new ApiRefused('outside_ceiling', 'Notices are about all your Hubs: use a key for all Hubs.')
  return caller
}

const ofWhole = <T extends { caller: ConsoleCaller }>(change: T): T => ({
  ...change,
  caller: whole(change.caller),
})
