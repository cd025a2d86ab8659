/** Longer than a browser takes to leave; a download looks like leaving and is over before. */
const leavingMilliseconds = 3000

let leavingUntil = 0
window.addEventListener('beforeunload', () => {
  leavingUntil = performance.now() + leavingMilliseconds
})

/** True while the browser is on its way to another page: calls that it breaks off then say nothing about the session. */
export const isPageLeaving = (): boolean => performance.now() < leavingUntil
