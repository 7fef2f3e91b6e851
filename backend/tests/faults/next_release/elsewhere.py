"""Lets a migration of this release change another area's table, as that area's own would."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class In(Operation):
    def __init__(self, area: str, operation: Operation) -> None:
        self.area = area
        self.operation = operation

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        self.operation.state_forwards(self.area, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        self.operation.database_forwards(self.area, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return self.operation.describe()
