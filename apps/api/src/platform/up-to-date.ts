/** Nothing of dictionaries and parameters is kept in memory: the next question reads what was written last, in every process. */
export const upToDate = async () => ({ response: {} })
