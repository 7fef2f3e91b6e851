/** The file of the dialog behind Login, which few visitors reach for. */
export const loadLoginDialog = () => import('./login-dialog')
