class TracerProvider:
    pass
