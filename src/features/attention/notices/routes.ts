import type { ConsoleFeature } from '#ground/api/console-app.ts'
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
    app.handle(readNotices, ({ caller }) => readView(deps, caller))
    app.handle(changeNotices, ({ caller, body }) => changeSettings(deps, caller, body))
    app.handle(addNoticeWay, ({ body, ...change }) => addWay(deps, change, body))
    app.handle(testNoticeWay, ({ params, ...change }) => testOwnWay(deps, change, params.way))
    app.handle(resumeNoticeWay, ({ params, ...change }) => resumeWay(deps, change, params.way))
    app.handle(removeNoticeWay, ({ params, ...change }) => removeWay(deps, change, params.way))
  },
})
