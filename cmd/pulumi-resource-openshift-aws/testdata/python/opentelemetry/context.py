class Context(dict):
    pass


def get_current():
    return Context()


def attach(context):
    return None


def detach(token):
    pass
