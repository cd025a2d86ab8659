/** Where a kept file is fetched from; empty while there is none. */
export const addressOfFile = (fileId: string | null): string => (fileId === null ? '' : `/prod-api/file/${fileId}`)
